"""Training of the network for arrows on an accelerator: views lie in its memory, squares are cut and worn there."""
