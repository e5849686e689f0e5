"""How the camera sees the table: its plane, the picture's quality, what to change, moves of the camera."""
