"""Bugs in the scripts that draw the other pictures in the browser, save them and hold the page together."""

from tests.planted.bug import Bug

_B = "tests/browser/drawing/"
_MATRIX = (_B + "test_matrix.py", _B + "test_matrix_type.py")
_L = _B + "test_looks.py"
_TYPING = ("tests/browser/test_typing.py",)
BUGS = (
    # Files of pictures
    Bug("headlight/pictures/browser/redraw.js", '"path") way', '"way") way', (_B + "test_save.py",)),
    Bug(
        "headlight/pictures/browser/save.js",
        "original._look, { chosen",
        "original._look, { once",
        (_B + "test_save.py",),
    ),
    Bug("headlight/pictures/browser/redraw.js", '["save", "switches"]', '["save"]', (_B + "test_save.py",)),
    Bug(
        "headlight/pictures/browser/redraw.js", "(height - above - below) / 2 + above", "height", (_B + "test_save.py",)
    ),
    Bug(
        "headlight/pictures/browser/recording.js",
        "path += written(...numbers);",
        "path = written(...numbers);",
        (_B + "test_save.py",),
    ),
    Bug("headlight/pictures/browser/page.js", "start: 0 }", "start }", (_B + "test_page.py",)),
    Bug("headlight/pictures/browser/page.js", "=> take(next)", "=> next", (_B + "test_page.py",)),
    Bug("headlight/pictures/browser/page.js", "[[0, board.length]]", "[[4, board.length]]", (_B + "test_page.py",)),
    Bug(
        "headlight/pictures/browser/standalone.html",
        "encodeURIComponent(text)",
        "text",
        (_B + "test_page.py", "tests/browser/test_standalone.py"),
    ),
    Bug(
        "headlight/pictures/standalone.py",
        "[len(body) - len(message), len(body)]",
        "[0, len(body)]",
        ("tests/browser/test_standalone.py",),
    ),
    Bug("headlight/pictures/standalone.py", "wanted += imported", "pass", ("tests/browser/test_standalone.py",)),
    Bug("headlight/pictures/browser/still.js", "choosable: false", "choosable: true", (_B + "test_page.py",)),
    Bug("headlight/pictures/browser/save.js", "width: 2 * width", "width: width", (_B + "test_save.py",)),
    Bug("headlight/pictures/browser/save.js", 'dy="${down - sunk}"', 'dy="${down}"', (_B + "test_save.py",)),
    Bug(
        "headlight/pictures/browser/recording.js", "${bold}${leaning}${side}", "${bold}${side}", (_B + "test_save.py",)
    ),
    Bug(
        "headlight/pictures/browser/recording.js", "${bold}${leaning}${side}", "${bold}${side}", (_B + "test_save.py",)
    ),
    Bug(
        "headlight/pictures/browser/shared.js",
        '= "geometricPrecision"',
        '= "auto"',
        ("tests/browser/test_present.py::test_the_letters_of_an_enlarged_picture_stand_as_in_larger_type",),
    ),
    Bug(
        "headlight/pictures/browser/shared.js",
        "const type = (size) => Math.max(size, least);",
        "const type = (size) => size;",
        (_B + "test_surroundings.py",),
    ),
    Bug(
        "headlight/pictures/browser/lines.js",
        "query * tokens.length, (query + 1)",
        "0, (query + 1)",
        (_B + "test_save.py",),
    ),
    # What is typed while the page is being changed
    Bug("headlight/pictures/browser/typing.js", "event.stopImmediatePropagation();\n  hold(", "hold(", _TYPING),
    Bug("headlight/pictures/browser/typing.js", "request.has(PART) && busy()", "request.has(PART) && running", _TYPING),
    Bug("headlight/pictures/browser/typing.js", "if (each.page === page) send", "send", _TYPING),
    Bug("headlight/pictures/browser/typing.js", "field !== CACHED", "field !== PARTS", _TYPING),
    Bug("headlight/pictures/browser/typing.js", "+ text + held.text.slice(end)", "+ text", _TYPING),
    Bug("headlight/pictures/browser/typing.js", "if (!goesOn) asked = Math", "asked = Math", _TYPING),
    Bug(
        "headlight/pictures/browser/typing.js",
        "if (!held || (focused.isConnected &&",
        "if ((focused.isConnected &&",
        _TYPING,
    ),
    Bug("headlight/pictures/browser/typing.js", "later.push(act);", "act();", _TYPING),
    Bug(
        "headlight/frame/triggers.py",
        "(st.session_state.get(component) or {}).get(trigger)",
        "st.session_state[component][trigger]",
        ("tests/frame/test_triggers.py",),
    ),
    # Headers and scripts
    Bug(
        "headlight/pictures/browser/still.js",
        "{ words: item.words.replace(ASKS",
        "{ words: item.words.replace(/never/",
        ("tests/browser/drawing/test_page.py",),
    ),
    Bug(
        "headlight/pictures/browser/token_chips.js",
        "root._text !== undefined && root._text !== text",
        "root._text === text",
        (_B + "test_texts.py",),
    ),
    Bug(
        "headlight/pictures/browser/columns.js",
        "box.y(Math.max(value, 0)), box.y(Math.min(value, 0))",
        "box.y(Math.abs(value)), box.y(0)",
        (_B + "test_columns.py",),
    ),
    Bug(
        "headlight/pictures/browser/columns.js",
        "[palette.soft, palette.accent] : [palette.accent]",
        "[palette.accent, palette.soft] : [palette.accent]",
        (_B + "test_columns.py",),
    ),
    Bug(
        "headlight/pictures/browser/curves.js",
        "values.subarray((place + 1) * count, (place + 2) * count)",
        "values.subarray(place * count, (place + 1) * count)",
        (_B + "test_curves.py",),
    ),
    Bug(
        "headlight/pictures/browser/curves.js",
        "above + (1 - (inY(value) - low + margin)",
        "above + ((inY(value) - low + margin)",
        (_B + "test_curves.py",),
    ),
    Bug(
        "headlight/pictures/browser/curves.js",
        "dot(context, over[now], line[now], 6);",
        "dot(context, at, line[now], 6);",
        (_B + "test_curves.py",),
    ),
    Bug("headlight/pictures/browser/curves.js", "of all.reverse()) {", "of all) {", (_B + "test_curves.py",)),
    Bug(
        "headlight/pictures/browser/curves.js",
        "(choose ? Math.round(value) : value)",
        "(choose ? over[nearest(inX(value))] : value)",
        (_B + "test_curves.py",),
    ),
    Bug(
        "headlight/pictures/browser/axes.js",
        "(first + place) * step)",
        "(first + place + 1) * step)",
        (_B + "test_shared.py",),
    ),
    Bug("headlight/pictures/browser/axes.js", "([1, 2, 5].find", "([1, 2, 4].find", (_B + "test_shared.py",)),
    Bug(
        "headlight/pictures/browser/plane.js",
        "!group.named || !label || !seen",
        "!group.named || !label",
        (_B + "test_plane.py",),
    ),
    Bug(
        "headlight/pictures/browser/plane.js",
        "down / 2 - (point.y - middle[1]) * scale",
        "down / 2 + (point.y - middle[1]) * scale",
        (_B + "test_plane.py",),
    ),
    Bug(
        "headlight/pictures/browser/plane.js",
        "x: values[2 * number], y: values[2 * number + 1]",
        "x: values[2 * number + 1], y: values[2 * number]",
        (_B + "test_plane.py",),
    ),
    Bug(
        "headlight/pictures/browser/plane.js",
        "endingInWindow(header.height, 0.65 * header.height, header.above, { tall, highest })",
        "header.height",
        (_B + "test_surroundings.py",),
    ),
    Bug(
        "headlight/pictures/browser/lines.js",
        "(side === QUERIES ? weight(token, other) : weight(other, token))",
        "(side === QUERIES ? weight(other, token) : weight(token, other))",
        (_B + "test_lines.py",),
    ),
    Bug(
        "headlight/pictures/browser/lines.js",
        "context.moveTo(box.column, middle(query));",
        "context.moveTo(box.column, middle(key));",
        (_B + "test_lines.py",),
    ),
    Bug(
        "headlight/pictures/browser/alignment.js",
        "values[target * header.source.length + source]",
        "values[source * header.target.length + target]",
        (_B + "test_alignment.py",),
    ),
    Bug(
        "headlight/pictures/browser/alignment.js",
        "alone ? 0.1 + 0.72 * share : 0.05",
        "alone ? 0.05 : 0.1 + 0.72 * share",
        (_B + "test_alignment.py",),
    ),
    Bug(
        "headlight/pictures/browser/matrix.js",
        "namedEvery(cellWidth, 1.4 * EASY, ASLANT)",
        "namedEvery(cellWidth, 1.4 * EASY)",
        _MATRIX,
    ),
    Bug(
        "headlight/pictures/browser/shared.js",
        '"highest", "tall", "ground"',
        '"highest", "ground"',
        (_B + "test_strips.py",),
    ),
    Bug("headlight/pictures/browser/shared.js", "tall < window.innerWidth;", "true;", (_B + "test_surroundings.py",)),
    Bug(
        "headlight/pictures/browser/layer_heads.js",
        "sideOf(head + 1) > sideOf(best)",
        "false",
        (_B + "test_surroundings.py",),
    ),
    Bug(
        "headlight/pictures/browser/alignment.js",
        "height: highOfLines(width)",
        "height: 2 * (line + NUMBER) + 84",
        (_B + "test_alignment.py",),
    ),
    Bug(
        "headlight/pictures/browser/strips.js",
        "tall < LOW",
        "tall > LOW",
        (_B + "test_strips.py",),
    ),
    # Presented
    Bug(
        "headlight/pictures/browser/alignment.js",
        "1000 / rows, highest / rows",
        "1000 / rows",
        (_B + "test_alignment.py",),
    ),
    Bug(
        "headlight/pictures/browser/shared.js",
        '["width", "highest", "tall", "ground"',
        '["width", "tall", "ground"',
        (_B + "test_surroundings.py",),
    ),
    Bug(
        "headlight/pictures/browser/matrix.js",
        "Math.min(x, edge - reach), y",
        "x, y",
        _MATRIX,
    ),
    Bug(
        "headlight/pictures/browser/paths.js",
        "level ? [start, place] : [place, end]",
        "level ? [place, end] : [start, place]",
        (_B + "test_paths.py",),
    ),
    Bug(
        "headlight/pictures/browser/paths.js",
        "box.top + (levels.length - level) * box.rise",
        "box.top + level * box.rise",
        (_B + "test_paths.py",),
    ),
    Bug(
        "headlight/pictures/browser/bars.js",
        "header.scale ?? largest",
        "largest",
        (_B + "test_texts.py",),
    ),
    Bug(
        "headlight/pictures/browser/bars.js",
        '["before", before], ["now", value]',
        '["before", value], ["now", before]',
        (_B + "test_texts.py",),
    ),
    Bug(
        "headlight/pictures/browser/table.js",
        "const [shown, exact] = column.cells[row];",
        "const [exact, shown] = column.cells[row];",
        (_B + "test_texts.py",),
    ),
    Bug(
        "headlight/pictures/browser/word_grid.js",
        "`${MOST * share}%`",
        "`${MOST * (1 - share)}%`",
        (_B + "test_texts.py",),
    ),
    Bug(
        "headlight/pictures/browser/token_chips.js",
        'classList.toggle("joined", joined)',
        'classList.toggle("joined", strong)',
        (_B + "test_texts.py",),
    ),
    Bug(
        "headlight/pictures/browser/search_step.js",
        "written(log_probability, 2)",
        "written(probability, 2)",
        (_B + "test_texts.py",),
    ),
    Bug(
        "headlight/pictures/browser/merge_steps.js",
        'made ? "b" : "span"',
        'made ? "span" : "b"',
        (_B + "test_texts.py",),
    ),
    Bug(
        "headlight/pictures/browser/training_examples.js",
        "key === place + 1);",
        "key === place);",
        (_B + "test_texts.py",),
    ),
    Bug("headlight/pictures/browser/training_examples.js", "row.before, largest]", "largest]", (_B + "test_texts.py",)),
    Bug(
        "headlight/pictures/browser/stacks.js",
        "box(each, rows - 1 - at, 1)",
        "box(each, at + 2, 1)",
        (_B + "test_texts.py",),
    ),
    Bug(
        "headlight/pictures/browser/formula.js",
        'side("left", sides[0]) + side("right", sides[1])',
        'side("left", sides[1]) + side("right", sides[0])',
        (_B + "test_texts.py",),
    ),
    Bug("headlight/pictures/browser/shared.js", "(7 - (place & 7))", "(place & 7)", (_B + "test_shared.py",)),
    Bug(
        "headlight/pictures/browser/shared.js",
        "(255 << 24) | (blue << 16) | (green << 8) | red",
        "(255 << 24) | (red << 16) | (green << 8) | blue",
        (_B + "test_shared.py",),
    ),
    Bug(
        "headlight/pictures/browser/shared.js",
        'palettes[dark ? "dark" : "light"]',
        'palettes[dark ? "light" : "dark"]',
        _MATRIX,
    ),
    Bug("headlight/pictures/browser/board.js", "[item.key, value]", "[item.name, value]", (_B + "test_board.py",)),
    Bug(
        "headlight/pictures/browser/looks.js",
        "values[now.word * count + word]",
        "values[word * count + now.word]",
        (_L,),
    ),
    Bug("headlight/pictures/browser/looks.js", "1.2 + share * Math.min", "1.2 + Math.min", (_L,)),
    Bug(
        "headlight/pictures/browser/looks.js",
        "[places[now.word], places[word]]",
        "[places[now.word], places[now.word]]",
        (_L,),
    ),
    Bug("headlight/pictures/browser/looks.js", "`${100 * chance}%`", '"100%"', (_L,)),
    Bug("headlight/pictures/browser/looks.js", "const READABLE = 26;", "const READABLE = 90;", (_L,)),
    Bug("headlight/pictures/browser/looks.js", "from.row > 0 && from.row === to.row", "from.row > 9", (_L,)),
    Bug("headlight/pictures/browser/looks.js", "(head * count + now.word)", "(head * count + home.word)", (_L,)),
    Bug("headlight/pictures/browser/looks.js", "last.y + size * 0.66", "last.y - size", (_L,)),
    Bug("headlight/pictures/browser/board.js", '"row alike"', '"row"', (_B + "test_board.py",)),
    Bug("headlight/pictures/browser/bars.js", '? "long" : "";', '? "" : "long";', (_B + "test_texts.py",)),
    Bug(
        "headlight/pictures/browser/looks.js",
        "Math.floor(head / perLayer), head % perLayer]);",
        "head % perLayer, head]);",
        (_L,),
    ),
)
