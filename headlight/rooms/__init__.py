"""Rooms: a class that follows its teacher; `rooms.py` is what a room is, `shared.py` where its fields are kept."""
