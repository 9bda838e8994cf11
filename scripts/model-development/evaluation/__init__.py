"""Measures the real program on renders and on photos that nobody here took."""
