"""Presenters: what each screen shows, as plain values in words already chosen. No kivy."""
