"""Stories, see `story.py`: offered by every page, told on a card above it."""

from collections.abc import Sequence

import streamlit as st

from headlight.app import failures, links, visit
from headlight.parts import translators
from headlight.reading import reader
from headlight.state.registry import View
from headlight.state.story import FILE, STORIES

_REVEALED = "story whose end was shown"
HAS_READ = (
    "The small model was trained on sentences like these, some of them word for word, and read them about 37 times. "
    "How well it does here says little of new text: type your own."
)


def offer(view: View) -> None:
    """A button that opens the list of stories, and under it sentences that are just worth trying in the view's box."""
    closed = f"offered beside {visit.get('story')}"  # another button for another story: the list closes when one opens
    with st.popover("Stories", width="content", key=closed), st.container(key="stories", gap="xsmall"):
        st.caption(HAS_READ)
        failures.say_if_damaged(FILE, "The stories")
        told = [links.link(each.view, f"**{each.title}** · {each.question}", each.address) for each in STORIES.values()]
        links.draw("all_stories", "Stories", told, "list")
        with st.expander("Or just a sentence"):
            _sentences(view)


def _sentences(view: View) -> None:
    """Outside the fragment of the box, so they are drawn once."""
    if view.page == "translate":
        key, about = "english", {english: look for english, _, look in translators.EXAMPLES}
    else:
        key, about = "text", reader.LOOK
    st.radio(
        "Sentences worth trying",
        list(about),
        index=None,
        captions=list(about.values()),
        key="example",
        on_change=_take_example,
        args=(key,),
    )
    if key == "text":
        failures.say_if_damaged(reader.FILE, "The other examples")


def _take_example(key: str) -> None:
    taken, st.session_state["example"] = st.session_state["example"], None  # so that the same one can be taken again
    visit.session().move(**{key: taken})


def is_told_in(view: str) -> bool:
    """Whether the open story is told in this view, which then needs no other words that say what is to be seen."""
    story = STORIES.get(visit.get("story") or "")
    return story is not None and story.view == view


def card(view: str) -> None:
    """The open story, if there is one, above what the page shows. It follows the reader until it is closed.

    Above a view that it is not told in it is one line, which leads back: what it asks to watch is not there. Presented,
    it is whole: the lesson was put together so.
    """
    story = STORIES.get(visit.get("story") or "")
    if not story:
        return
    presented = visit.get("present") is not None
    ids, here = list(STORIES), story.view == view or presented
    number = ids.index(story.id)
    with st.container(border=True, key="story_card", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="story_asks"):
            asked = f"Story {number + 1} of {len(ids)}: **{story.question}**"
            st.markdown(f"{asked} {story.do}" if here else asked, width="stretch")
            if here and st.session_state.get(_REVEALED) != story.id:
                st.button("Show what happens", key="reveal", on_click=_reveal, args=(story.id,))
            if not presented:  # where the arrow keys lead to the next
                _ways_on(ids, number)
        if here and st.session_state.get(_REVEALED) == story.id:
            st.markdown(story.payoff)


def _ways_on(ids: Sequence[str], number: int) -> None:
    """Again, on to the next, and out of it."""
    with st.container(horizontal=True, vertical_alignment="center", width="content", gap="small", key="story_ways"):
        ways = [("Begin again", STORIES[ids[number]])]
        if number + 1 < len(ids):
            ways.append(("Next story →", STORIES[ids[number + 1]]))
        drawn = [links.link(story.view, label, story.address) for label, story in ways]
        links.draw("story_links", "Stories", drawn, width="content")
        st.button("Close", key="close_story", type="tertiary", on_click=_close)


def _reveal(id: str) -> None:
    st.session_state[_REVEALED] = id


def _close() -> None:
    visit.move(story=None)
    st.session_state.pop(_REVEALED, None)
