"""The tablet app: presenters (no kivy), the watching thread (no kivy), and the kivy screens."""
