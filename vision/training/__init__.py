"""Training, validation and export of the two networks; the only place that may import torch and ultralytics."""
