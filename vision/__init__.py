"""Seeing: frames in, table events out. Imports numpy and cv2 only (`vision.training` apart)."""
