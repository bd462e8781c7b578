"""What runs for every visit: the menu of the frame and the page that the address asks for; app.py serves it."""

from headlight.frame import contents

contents.navigation().run()
