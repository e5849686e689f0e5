"""The referee: table events and calls in; engine actions, transcript lines and questions out. No kivy."""
