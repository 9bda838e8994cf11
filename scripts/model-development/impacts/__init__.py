"""The network of the second pass: arrows and holes on the rectified picture of one face."""
