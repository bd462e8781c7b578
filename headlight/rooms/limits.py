"""How many come and how fast they speak: every cap of a public server, each with its reason, and what counts them.

Caps by address are for one computer that would take all; a school has one address for all, so each is wide enough for
500 phones that come within two minutes, and what somebody is known by, such as the number of a phone, is looked at
first. They hold for one replica; `ROOMS` alone is counted over all.
"""

import ipaddress
import os
import sys
from collections import OrderedDict
from time import monotonic
from typing import NamedTuple


class Rate(NamedTuple):
    """So many at once, and so many a second once they are spent."""

    at_once: float
    a_second: float


def whole(name: str, otherwise: int) -> int:
    """A setting of the environment, HEADLIGHT_NAME.

    Raises:
        SystemExit: it is no whole number above 0, in a sentence.
    """
    setting = os.environ.get(f"HEADLIGHT_{name}", str(otherwise))
    if not setting.isdecimal() or int(setting) < 1:
        sys.exit(f"HEADLIGHT_{name} is “{setting[:40]}”. Give a whole number from 1 on, or leave it out.")
    return int(setting)


# Open tabs of the app: each has a session of Streamlit, with memory of its own.
SESSIONS = whole("SESSIONS", 600)
SESSIONS_BY_ADDRESS = whole("SESSIONS_BY_ADDRESS", 400)
# A slider that is dragged sends a message a frame; those above it wait.
MESSAGES = Rate(at_once=160, a_second=40)

# A room holds a board and some hundred answers. A school has fewer than 50 classes at once.
ROOMS = whole("ROOMS", 200)
ROOMS_BY_ADDRESS = whole("ROOMS_BY_ADDRESS", 50)
# The teachers of a school who begin at the same bell, or whose server was started anew; one page opens a part of them.
OPENED = Rate(at_once=whole("ROOMS_AT_ONCE", 20), a_second=1 / 60)
LIFE = 8 * 3600  # seconds that a room lives after the last board that its teacher showed: a day of school
UNUSED = 10 * 60  # seconds that one lives in which none was shown: a teacher's page shows one at once

# A stream costs 70 kB and next to no processor. 500 phones behind one address, and some that come back meanwhile.
LISTENERS = whole("LISTENERS", 2000)
LISTENERS_BY_ADDRESS = whole("LISTENERS_BY_ADDRESS", 600)
TEACHERS = 10  # streams of one room that its teacher's pages may have open beside those of phones
# Numbers that answer for the first time: a class of 500, and those who clear their cookies. The page gives numbers
# freely: were these counted, who only fetches it could use up those of a school.
NUMBERS = Rate(at_once=whole("NUMBERS_AT_ONCE", 600), a_second=1)
NUMBERS_KNOWN = 2000  # that have answered, of one address
# Codes that an address asks for the first time, rooms or none: so many that somebody who tries some hundred keeps no
# class of the same school out. To find one of 200 rooms among 28^5 codes takes a single address three days on average,
# the only room ten months.
CODES = Rate(at_once=whole("CODES_AT_ONCE", 2000), a_second=1 / 3)
CODES_KNOWN = 200  # that an address has asked for, and may ask for again: a page that goes on looking learns nothing

# What is posted. Someone known, a phone that follows or a teacher, has a bucket of their own: who taps as fast as they
# can is under it. All known ones of an address together: a class of 500 that answers at once, and once more.
POSTS = Rate(at_once=20, a_second=4)
POSTS_BY_ADDRESS = Rate(at_once=900, a_second=60)
# Three words of another day that a phone types for the first time: a class of 30 has 30 of 2,097,152, so somebody who
# tries for 45 minutes finds those of another in one lesson of 700, and learns what was answered.
WORDS = Rate(at_once=10, a_second=1 / 30)
# Everybody else: whose number the server does not know.
STRANGERS_POSTS = Rate(at_once=300, a_second=20)

# Pictures of links that a network or a chat asks for, each a pass of the model and a tenth of a second of drawing: as
# many as a page full of links has.
CARDS = Rate(at_once=60, a_second=1)


def part(of: int) -> int:
    """Return how much of a cap those may take whom the server does not know; the rest is for who has a number."""
    return max(1, of // 6)


class Bucket:
    """Tokens that come back at a rate, up to so many; each thing that is done takes one (a token bucket)."""

    def __init__(self, rate: Rate) -> None:
        self._rate, self._left, self._at = rate, rate.at_once, monotonic()

    def wait(self) -> float:
        """Take one, even in advance; how many seconds to wait before it is there."""
        self._fill()
        self._left -= 1
        return max(0.0, -self._left / self._rate.a_second)

    def take(self) -> bool:
        """Take one if there is one: who is refused owes nothing, and is let in again with the next that comes back."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _fill(self) -> None:
        now = monotonic()
        self._left = min(self._rate.at_once, self._left + (now - self._at) * self._rate.a_second)
        self._at = now


_MANY = 10_000  # of whom something is known; above that those who have been quiet longest are forgotten


class Buckets:
    """A bucket for each of many, such as addresses."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Take a token from the bucket of somebody, if there is one."""
        bucket = self._buckets.setdefault(name, Bucket(self._rate))
        self._buckets.move_to_end(name)
        if len(self._buckets) > _MANY:
            self._buckets.popitem(last=False)
        return bucket.take()


class Firsts:
    """Take a token for what comes from an address for the first time, such as a code, so that codes cannot be searched.

    Whether a code is a room's must make no difference, else the refusal would tell.
    """

    def __init__(self, rate: Rate, kept: int) -> None:
        self._buckets, self._kept = Buckets(rate), kept
        self._known: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()  # what came last stands at the end

    def let_in(self, address: str, name: str) -> bool:
        """Whether something may come from an address: it has before, or a token is left."""
        if name not in self._known.get(address, ()) and not self._buckets.take(address):
            return False
        self.know(address, name)
        return True

    def know(self, address: str, name: str) -> None:
        """Note that an address knows something, such as the code of the room that was opened there."""
        names = self._known.setdefault(address, OrderedDict())
        names[name] = None
        names.move_to_end(name)
        self._known.move_to_end(address)
        if len(names) > self._kept:
            names.popitem(last=False)
        if len(self._known) > _MANY:
            self._known.popitem(last=False)


class Openings:
    """Rooms that are opened from an address: one page, and all who have none open, take a part of what it may open."""

    def __init__(self) -> None:
        self._by_address = Buckets(OPENED)
        self._by_page = Buckets(OPENED._replace(at_once=part(int(OPENED.at_once))))

    def let_in(self, address: str, page: str) -> bool:
        """Whether a room may be opened from an address, by this page of the app or by none."""
        return self._by_page.take(page or address) and self._by_address.take(address)


class Door:
    """Limits of one replica: codes that are asked for, numbers that answer, and what is posted."""

    def __init__(self) -> None:
        self.codes, self.numbers = Firsts(CODES, CODES_KNOWN), Firsts(NUMBERS, NUMBERS_KNOWN)
        self.words = Firsts(WORDS, kept=1)
        self._posts, self._posts_by_address = Buckets(POSTS), Buckets(POSTS_BY_ADDRESS)
        self._strangers_posts = Buckets(STRANGERS_POSTS)

    def may_post(self, address: str, name: str = "") -> bool:
        """Whether something may be posted; `name` is what the server knows somebody by.

        Whoever posts faster than one person does is refused alone: that takes nothing from others of the address.
        """
        if not name:
            return self._strangers_posts.take(address)
        return self._posts.take(name) and self._posts_by_address.take(address)


def network(address: str) -> str:
    """Return the address that counts as one: of IPv6 the first 48 bits.

    One computer may take any address of the second half, and a house or a school is given up to 65,536 first halves
    that begin with the same 48 bits.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.ip_network((int(parsed) >> 80 << 80, 48)))
    return str(parsed)
