"""The sentence box, typed and composed in, over a line whose answers come late, twice and in another order.

Steps are drawn by chance: after each, what stands in the box is what was typed or set last.
"""

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from headlight.app.page import _BOX
from tests.browser.drawing.test_line import page as page

STEPS = {
    "type": 6,
    "compose": 3,
    "choose": 3,
    "erase": 1,
    "hear": 6,
    "lose": 1,
    "answer": 5,
    "late": 4,
    "twice": 2,
    "key": 4,
    "set": 2,
}
_PLAYED = """async ([html, steps]) => {
    const MOST = 12;
    const draw = (await import("/components/box.js")).default;
    const host = made("box", html);
    const data = { label: "Your sentence", most: MOST, hint: "", key: "text" };
    const server = { heard: [], text: "", edition: 0 };
    const said = [];
    let wanted = "", composing = false;
    const answer = ({ heard, text, edition }) =>
        draw(component("box", {
            line: { heard, session: "one" }, box: { ...data, text, edition },
            address: {}, entry: 0, went: 0, stands: {},
        }, html));
    const say = () => said.push({ ...server, heard: [...server.heard] });
    const box = () => host.shadowRoot.querySelector("input");
    const put = (text, isComposing) => {
        box().value = wanted = text.slice(0, MOST);
        box().dispatchEvent(new InputEvent("input", { isComposing }));
    };
    const setTo = (text) => {
        Object.assign(server, { text, edition: server.edition + 1 });
        wanted = text;
        say();
        answer(server);
    };
    const hear = () => {
        const [name, number, , value] = sent.shift() ?? [];
        if (name !== "typed") return;
        server.heard.push(number);
        server.text = value.texts.text ?? server.text;
        say();
    };
    const told = () => sent.filter(([name]) => name === "typed").length;
    setTo("red");
    for (const [at, [kind, chance]] of steps.entries()) {
        const before = told();
        if (kind === "type" && !composing) put(`${wanted}${at % 10}`, false);
        else if (kind === "erase" && !composing) put(wanted.slice(0, -1), false);
        else if (kind === "compose") {
            if (!composing) box().dispatchEvent(new CompositionEvent("compositionstart"));
            composing = true;
            put(`${wanted}に`, true);
            if (told() !== before) return [at, kind, "letters that are composed are told"];
        } else if (kind === "choose" && composing) {
            composing = false;
            box().dispatchEvent(new CompositionEvent("compositionend"));
            if (told() !== before + 1) return [at, kind, "what was composed is told once"];
        } else if (kind === "hear") hear();
        else if (kind === "key" && !composing) {
            // While the box has lost the focus, as where it is made anew: instead of what was marked in it.
            const [from, to] = [Math.max(0, wanted.length - Math.floor(3 * chance)), wanted.length];
            box().focus();
            box().setSelectionRange(from, to);
            box().onselect();
            box().blur();
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
            if (from < MOST) wanted = `${wanted.slice(0, from)}x`;
        } else if (kind === "lose") sent.shift();
        else if (kind === "answer") answer(server);
        else if (kind === "twice") answer(server), answer(server);
        else if (kind === "late") // two of what was said, most often of late
            for (const each of [chance, (7 * chance) % 1]) answer(said.at(-1 - Math.floor(each ** 3 * said.length)));
        else if (kind === "set" && !composing && !isWaiting()) setTo(`${server.text} bear`);
        if (box().value !== wanted) return [at, kind, box().value, wanted];
    }
    if (composing) box().dispatchEvent(new CompositionEvent("compositionend"));
    window.ended = () => {
        while (sent.length) hear();
        answer(server);
        return [box().value, server.text, wanted, isWaiting()];
    };
    return null;
}"""


@pytest.mark.parametrize("seed", range(3))
def test_what_was_typed_composed_or_set_last_stands_there_whatever_the_line_does(page: Page, seed: int) -> None:
    chance = random.Random(seed)
    kinds = chance.choices([*STEPS], [*STEPS.values()], k=400)
    steps: list[list[Any]] = [[kind, chance.random()] for kind in kinds]
    steps[:0] = [[kind, 0.97] for kind in ("set", "type", "hear", "answer", "late")]  # by chance it is rare
    assert page.evaluate(_PLAYED, [_BOX, steps]) is None
    page.clock.run_for(6000)  # what was lost is told again
    shown, heard, wanted, waits = page.evaluate("ended()")
    assert shown == heard == wanted and not waits
