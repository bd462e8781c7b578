"""Look up: questions that learners ask, the words and symbols of the course, and the papers."""

from headlight.pages import Page

PAGE = Page("Look up", "What does that word mean, and who wrote it first?", {"look_up": "Look up"}, to_read=True)
