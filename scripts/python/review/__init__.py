"""Measures and checks the review page of `quiver serve` in a real browser and over its API."""
