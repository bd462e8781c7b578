"""Stories, see `state/story.py`: offered by every page, told and done on a card above it."""

from collections.abc import Mapping, Sequence

import streamlit as st

from headlight.app import failures, links, once_more, visit
from headlight.parts import translators
from headlight.reading import reader
from headlight.state.places import PAGES, page_of
from headlight.state.registry import View
from headlight.state.story import FILE, PICTURES, STORIES, Story

# In the session's state: the last guess of a story, the answers to second questions, and the stories that were read.
_GUESSED, _AGAIN, _READ = "guess of a story", "second guesses of stories", "stories that were read"
HAS_READ = (
    "The small model was trained on sentences like these, some of them word for word, and read them about 37 times. "
    "So it looks smarter here than it is: type your own."
)


def offer(view: View) -> None:
    """A button that opens the list of stories, and under it sentences that are just worth trying in the view's box."""
    sentences: Mapping[str, str]
    if PAGES[view.page].to_read:
        key, damaged, sentences = "", [(FILE, "The stories")], {}
    elif view.box and view.box.key == "english":
        key, damaged = "english", [(FILE, "The stories")]
        sentences = {english: look for english, _, look in translators.EXAMPLES}
    else:
        key, damaged = "text", [(FILE, "The stories"), (reader.FILE, "The other examples")]
        sentences = reader.LOOK
    links.shelf(
        "all_stories",
        "Stories",
        _shelves(),
        notes=[HAS_READ, *filter(None, (failures.if_damaged(*each) for each in damaged))],
        sentences=sentences,
        take=lambda sentence: visit.session().move(**{key: sentence}),
    )


def _shelves() -> dict[str, list[links.Link]]:
    """The stories by the titles of their pages, in reading order, each with its small picture."""
    read, shelves = st.session_state.get(_READ, ()), dict[str, list[links.Link]]()
    for story in sorted(STORIES.values(), key=lambda story: links.ORDER.index(page_of(story.view))):
        link = links.link(story.view, f"**{story.title}** {story.question}", story.address)
        about = {"picture": PICTURES.get(story.id, ""), "read": story.id in read}
        shelves.setdefault(PAGES[page_of(story.view)].title, []).append({**link, **about})
    return shelves


def card(view: str) -> None:
    """Draw the open story, if there is one, above the pictures. It follows the reader until it is closed.

    In another view than its own it is one line, which leads back. Presented, it is whole: the playlist was put together
    so.
    """
    if not (story := visit.session().story):
        return
    presented = visit.get("present") is not None
    ids, is_open = list(STORIES), story.view == view or presented
    number = ids.index(story.id)
    with st.container(border=True, key="story_card", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="story_asks"):
            st.markdown(f"Story {number + 1} of {len(ids)}: **{story.question}**", width="stretch")
            if not presented:  # where the arrow keys lead to the next
                if is_open and visit.get("told") == story.id:
                    _once_more(story)
                _ways_on(ids, number)
        if is_open and visit.get("told") == story.id:
            st.markdown(_answered(story) + story.payoff)
        elif is_open:
            with st.container(horizontal=True, vertical_alignment="center", gap="small", key="story_choices"):
                for number_of_choice, choice in enumerate(story.choices, start=1):
                    st.button(choice, key=f"choice_{number_of_choice}", on_click=_show, args=(story, number_of_choice))
                st.button("Show what happens", key="reveal", type="primary", on_click=_show, args=(story,))


def _ways_on(ids: Sequence[str], number: int) -> None:
    """Draw what begins the story again, opens the next one, and closes it."""
    with st.container(horizontal=True, vertical_alignment="center", width="content", gap="small", key="story_ways"):
        ways = [("Restart this story", STORIES[ids[number]])]
        if number + 1 < len(ids):
            ways.append(("Next story →", STORIES[ids[number + 1]]))
        drawn = [links.link(story.view, label, story.address) for label, story in ways]
        links.draw("story_links", "Stories", drawn, width="content")
        st.button("Close", key="close_story", type="tertiary", on_click=_close)


def _once_more(story: Story) -> None:
    """Ask the same in another sentence, and count both answers, where there are two."""
    answers = st.session_state.setdefault(_AGAIN, {})
    said, again = answers.get(story.id), story.again

    def count() -> None:
        id, choice = st.session_state.get(_GUESSED, ("", 0))
        first = {story.id: choice == story.right} if id == story.id and choice else {}
        once_more.tally(first, {story.id: said == again.options[again.right - 1]})

    once_more.ask(again, said, lambda option: answers.update({story.id: option}), count)


def _answered(story: Story) -> str:
    """Say what became of the reader's guess; nothing without one."""
    id, choice = st.session_state.get(_GUESSED, ("", 0))
    if id != story.id or not choice:
        return ""
    return "**You guessed right.** " if choice == story.right else "**Not this time.** "


def _show(story: Story, guess: int = 0) -> None:
    """Do the story's deed, from where it begins, whatever was changed meanwhile: its line tells of that alone."""
    st.session_state[_GUESSED] = story.id, guess
    st.session_state.setdefault(_READ, set()).add(story.id)
    visit.session().follow({"at": [story.view]} | {key: [text] for key, text in story.shown.items()})


def _close() -> None:
    visit.move(story=None, told=None)
