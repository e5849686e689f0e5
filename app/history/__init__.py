"""Looking back: matches, hands and tricks as values, replayed from the stored log. No kivy."""
