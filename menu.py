"""What runs for every visit: the menu of ui/contents.py and the page that the address asks for; app.py serves it."""

from ui import contents

contents.navigation().run()
