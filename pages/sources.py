"""Sources: every paper that the app names, in full, and the page where its idea can be seen."""

from ui import lesson, page
from ui.course import sources

page.begin("Sources", examples=None)
lesson.show("sources")
sources.show()
