"""Training, validation and export of the networks; only here torch and ultralytics are imported."""
