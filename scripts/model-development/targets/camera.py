"""A pinhole camera that looks at the plane of the target (z = 0, millimetres, x right, y down, z into the target)."""

import numpy as np


class Camera:
    """Projects points in front of the target into pixels."""

    def __init__(self, size, focal, rotation, centre):
        self.size = size
        width, height = size
        self.matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]], float)
        self.rotation = rotation
        self.centre = np.asarray(centre, float)

    @classmethod
    def looking_at(cls, size, focal, look_at, distance, yaw, pitch, roll):
        """Stands `distance` away from `look_at`, `yaw` to the side and `pitch` above it (radians)."""
        away = np.array([np.sin(yaw) * np.cos(pitch), -np.sin(pitch), -np.cos(yaw) * np.cos(pitch)])
        target = np.array([look_at[0], look_at[1], 0.0])
        centre = target + away * distance
        forward = -away
        right = np.cross([0.0, 1.0, 0.0], forward)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        return cls(size, focal, turn @ np.stack([right, down, forward]), centre)

    @property
    def homography(self):
        """The map from the target's plane (x, y in millimetres) to pixels."""
        columns = np.stack([self.rotation[:, 0], self.rotation[:, 1], -self.rotation @ self.centre], axis=1)
        return self.matrix @ columns

    def depth(self, points):
        """How far in front of the camera each point lies."""
        return (np.atleast_2d(points) - self.centre) @ self.rotation[2]

    def project(self, points):
        """Pixels of points in space; points behind the camera give nonsense, so ask `depth` first."""
        seen = (np.atleast_2d(points) - self.centre) @ self.rotation.T @ self.matrix.T
        return seen[:, :2] / seen[:, 2:3]

    def project_plane(self, points):
        """Pixels of points of the target's plane."""
        points = np.atleast_2d(points)
        return self.project(np.concatenate([points, np.zeros((len(points), 1))], axis=1))
