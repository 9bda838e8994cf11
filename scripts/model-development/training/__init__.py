"""Our own small detector: network, data, training, measuring, export."""
