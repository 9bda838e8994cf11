"""Rendered photos of target faces, with their ground truth."""
