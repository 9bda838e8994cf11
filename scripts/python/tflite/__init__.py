"""Models in TFLite, made ready for OpenVINO."""
