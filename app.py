"""Headlight's entry: the menu of ui/contents.py and the page that the address asks for, nothing that a page needs."""

from ui import contents

contents.navigation().run()
