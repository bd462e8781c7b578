"""Bugs in what the pages say and choose: wrong numbers in sentences, swapped labels, places off by one."""

from tests.planted.bug import Bug

_U, _P = "tests/ui/", "tests/pages/"
_FOLLOW = (_U + "test_sentences_of_follow.py",)
_FOLLOWING = (_P + "test_following.py", _P + "test_following_blocks.py")
_MEANING = (_U + "test_sentences_of_meaning.py",)
BUGS = (
    Bug("server/hosts.py", "is_host_allowed(hosts[0])", "hosts[0]", ("tests/server/test_hosts.py",)),
    Bug("app.py", "    middleware=[Middleware(hosts.OwnHosts)],\n", "", ("tests/server/test_hosts.py",)),
    Bug("server/share.py", "address, *found, *local]", "*found, *local]", ("tests/server/test_share.py",)),
    Bug("components/colours.py", "len(stop) == 3 and ", "", (_P + "test_failures.py",)),
    Bug(
        "ui/follow/embedding_space.py",
        "axis=-1).min(axis=1)",
        "axis=-1).max(axis=1)",
        (_U + "test_embedding_space.py",),
    ),
    Bug(
        "ui/follow/embedding_space.py", "framed=[1, 2] if", "framed=[0, 1, 2] if", ("tests/ui/test_embedding_space.py",)
    ),
    Bug(
        "ui/words.py",
        '"previous_token": [query - 1]',
        '"previous_token": [query]',
        ("tests/ui/test_words_and_vocabulary.py",),
    ),
    Bug("ui/words.py", "if seen[query].sum() > 1 and any", "if any", ("tests/ui/test_words_and_vocabulary.py",)),
    # Shared words and dials
    Bug("ui/words.py", 'f"−{mantissa}" if minus', 'f"-{mantissa}" if minus', (_U + "test_words_and_vocabulary.py",)),
    Bug(
        "ui/words.py",
        'f"Layer {layer + 1}, head {head + 1}"',
        'f"Layer {layer}, head {head}"',
        (_U + "test_words_and_vocabulary.py",),
    ),
    Bug(
        "ui/words.py",
        "row = trace.layers[layer].pattern[head, -1]",
        "row = trace.layers[layer].pattern[head, :, -1]",
        (_U + "test_words_and_vocabulary.py",),
    ),
    Bug(
        "ui/words.py",
        "if key == len(words) - 2 else",
        "if key == len(words) - 1 else",
        (_U + "test_words_and_vocabulary.py",),
    ),
    Bug(
        "ui/vocabulary.py",
        "return softmax(trace.next_logits, temperature)",
        "return softmax(trace.next_logits)",
        (_U + "test_words_and_vocabulary.py",),
    ),
    Bug(
        "ui/vocabulary.py",
        "return order[largest(earlier[order])]",
        "return order[largest(later[order])]",
        (_U + "test_words_and_vocabulary.py",),
    ),
    Bug(
        "ui/orientation.py", 'return "column" if transposed() else "row"', 'return "row"', (_P + "test_orientation.py",)
    ),
    Bug(
        "ui/dials.py",
        "number: head[1] + 1}",
        "number: head[1]}",
        (_U + "test_dials.py",),
    ),
    Bug(
        "ui/real/models.py",
        "return name if name != BUNDLED and view in FOLLOWING and not _lacking(name, view) else BUNDLED",
        "return name",
        _FOLLOWING,
    ),
    Bug("components/board.py", "(_name_of_model() if text", "(_bundled() if text", _FOLLOWING),
    Bug("ui/follow/block_stream.py", "(step + 1) // 2", "step // 2 + 1", _FOLLOWING),
    Bug(
        "ui/follow/next_word_reading.py",
        "for state in listed],\n            names",
        "for state in listed[::-1]],\n            names",
        _FOLLOWING,
    ),
    Bug("ui/before_after.py", "    kept.stand(*place)\n", "", _FOLLOWING),
    Bug(
        "ui/dials.py",
        "move(query=cell[0], key_position=cell[1])",
        "move(query=cell[1], key_position=cell[0])",
        (_U + "test_dials.py",),
    ),
    Bug(
        "ui/dials.py",
        "last_query, last_key = pattern.shape[0] - 1, pattern.shape[1] - 1",
        "last_query, last_key = pattern.shape[0] - 1, pattern.shape[0] - 1",
        (_U + "test_dials.py",),
    ),
    Bug(
        "transformer/readings/whole_words.py",
        "tokens[place - 1].text[-1:].isalnum()",
        "tokens[place].text[-1:].isalnum()",
        (_U + "test_dials.py",),
    ),
    Bug("ui/stages.py", 'f"scores / √{d_head}" if math', 'f"scores / {d_head}" if math', (_U + "test_stages.py",)),
    Bug("ui/stages.py", "transposed=orientation.transposed(),", "", (_P + "test_orientation.py",)),
    Bug(
        "ui/live_check.py",
        'f"In layer {layer + 1} "',
        'f"In layer {layer} "',
        (_U + "test_live_check.py",),
    ),
    Bug(
        "ui/one_score.py",
        '{"query": looking, "key": looked_at}',
        '{"query": looked_at, "key": looking}',
        (_P + "test_attention.py::test_each_product_is_told_with_its_two_numbers",),
    ),
    # Following a sentence
    Bug(
        "ui/follow/averaged_heads.py",
        "hidden=words.hidden(after.layers[layer], 0),",
        "",
        (_P + "test_heads.py::test_averaging_says_what_it_costs_and_shows_the_mean_pattern",),
    ),
    Bug("ui/follow/averaged_heads.py", "{change / length:.0%}", "{length / change:.0%}", _FOLLOW),
    Bug(
        "ui/follow/averaged_heads.py",
        "sentence_loss(before), sentence_loss(after)",
        "sentence_loss(after), sentence_loss(before)",
        _FOLLOW,
    ),
    Bug(
        "ui/follow/heads.py",
        "np.abs(later - earlier).sum() / 2",
        "np.abs(later - earlier).sum()",
        (_U + "test_heads.py",),
    ),
    Bug("ui/follow/heads.py", "parts = {label: part[-1]", "parts = {label: part[0]", _FOLLOW),
    Bug(
        "ui/follow/heads.py", "np.abs(at_once - written.sum(axis=0)).max()", "np.abs(at_once - at_once).max()", _FOLLOW
    ),
    Bug(
        "ui/follow/block_stream.py",
        '"added by attention": np.where(odd, added, np.nan),',
        '"added by attention": np.where(odd, np.nan, added),',
        (_P + "test_block.py::test_what_attention_and_the_ffn_add_are_dots_at_their_own_places",),
    ),
    Bug(
        "ui/follow/block_stream.py",
        '_matrix("lengths", measured.lengths, ["in", *names], trace, (2 * layer + 2, place))',
        '_matrix("lengths", measured.lengths, ["in", *names], trace, (2 * layer + 1, place))',
        (_P + "test_block.py::test_what_attention_and_the_ffn_add_are_dots_at_their_own_places",),
    ),
    Bug("ui/words.py", "difference <= 1e-5 * (1 + largest)", "difference <= 1e-5 + largest", _FOLLOW),
    Bug("ui/follow/layer_norms.py", 'gives the same" if same', 'gives the same" if apart >= 0', _FOLLOW),
    Bug(
        "ui/follow/layer_norms.py",
        "kind.after: (plain.after, stages.after),",
        "kind.after: (stages.before, stages.after),",
        (_P + "test_block.py::test_a_shift_changes_nothing_and_the_numbers_of_the_norm_are_its_own",),
    ),
    Bug(
        "ui/follow/repeated.py",
        "walked.vectors[step] / walked.lengths[step], direction]",
        "walked.vectors[step], direction]",
        (_P + "test_block.py::test_repeated_multiplication_is_found_again_by_multiplying",),
    ),
    Bug("ui/follow/repeated.py", "if largest > 1:", "if largest >= 1:", _FOLLOW),
    Bug(
        "ui/follow/units.py",
        "ids = [*largest(pushed, _RAISED), pushed.argmin()]",
        "ids = [*largest(pushed, _RAISED), np.abs(pushed).argmin()]",
        _FOLLOW,
    ),
    Bug(
        "ui/follow/units.py",
        "above, values, gated = int((found.given > 0).sum())",
        "above, values, gated = int((found.hidden > 0).sum())",
        (_P + "test_block.py::test_the_units_that_fire_most_stand_with_what_they_push_up",),
        survives="GELU keeps the sign of its input, so both count the same units.",
    ),
    Bug(
        "ui/follow/embedding_space.py",
        "for axis in side]",
        "for axis in side[::-1]]",
        (_U + "test_embedding_space.py",),
    ),
    Bug(
        "ui/follow/embedding_space.py",
        "np.ix_(rows.ids, side)",
        "np.ix_(rows.ids, side[::-1])",
        (_U + "test_embedding_space.py",),
    ),
    Bug(
        "ui/follow/embedding_space.py",
        "nearest(space.units, [token.id], COUNT)",
        "nearest(space.rows, [token.id], COUNT)",
        (_U + "test_embedding_space.py",),
    ),
    Bug(
        "ui/kept.py",
        "if key != _VIEW and value is not None",
        "if key == _VIEW and value is not None",
        (_P + "test_next_word.py",),
    ),
    Bug("ui/kept.py", "view = turned", "view = view or turned", (_P + "test_next_word.py",)),
    Bug(
        "ui/present.py",
        "list(stories.STORIES).index(story) + 1",
        "list(stories.STORIES).index(story)",
        (_U + "test_present.py",),
    ),
    Bug(
        "ui/kept.py",
        "if wanted.get(key) in (None, address.written(first)):",
        "if key not in wanted:",
        ("tests/browser/test_stories.py",),
    ),
    Bug(
        "ui/course/stops.py",
        "st.session_state[key] if key in st.session_state else kept.held(key)",
        "st.session_state.get(key) or kept.held(key)",
        ("tests/browser/test_links.py",),
    ),
    Bug("ui/reading.py", "return typed.rstrip()", "return typed", (_P + "test_reading.py",)),
    Bug("ui/reading.py", "return typed.rstrip()", "return typed.strip()", (_P + "test_reading.py",)),
    Bug(
        "ui/reading.py", "_traced(reader, text, change)", "_traced(reader, text, UNCHANGED)", (_P + "test_reading.py",)
    ),
    Bug(
        "ui/follow/kinds_of_text.py",
        "len(one) / len(model.tokenizer.encode(one))",
        "len(one.encode()) / len(model.tokenizer.encode(one))",
        (_P + "test_tokens.py::test_the_sentence_typed_stands_beside_other_kinds_of_text",),
    ),
    Bug(
        "ui/address.py",
        'if "view" not in cleaned and (view :=',
        'if "view" in cleaned and (view :=',
        (_P + "test_embeddings.py::test_an_address_of_before_opens_the_view_that_has_its_dial_now",),
    ),
    Bug(
        "ui/experiments/twin_sentence.py",
        "zip(KINDS, moved.max(axis=1).tolist(), strict=True)",
        "zip(KINDS, moved.min(axis=1).tolist(), strict=True)",
        (_U + "test_twin_pictures.py",),
    ),
    Bug(
        "ui/follow/mask_effects.py",
        'direction = "rises" if change > 0',
        'direction = "rises" if change < 0',
        (_U + "test_mask_effects.py",),
    ),
    Bug("ui/follow/mask_effects.py", "np.triu(pattern, 1)", "np.triu(pattern)", (_U + "test_mask_effects.py",)),
    Bug("ui/follow/mask_effects.py", "labels=trace.words[1:],", "labels=trace.words[:-1],", (_P + "test_masking.py",)),
    Bug("ui/follow/merges.py", "(after.rank or 0) + 1", "(after.rank or 0)", (_U + "test_merges.py",)),
    Bug("ui/follow/next_word.py", "{2**mean:.0f}", "{np.exp(mean):.0f}", _FOLLOW),
    Bug("ui/follow/next_word.py", "np.exp(step.tempered[order])", "np.exp(step.logits[order])", _FOLLOW),
    Bug(
        "ui/follow/next_word_reading.py",
        "heaviest = int(np.abs(row).argmax())",
        "heaviest = int(row.argmax())",
        _FOLLOW,
    ),
    Bug(
        "ui/follow/next_word_reading.py",
        "answer = int(trace.logits_of(trace.final[place]).argmax())",
        "answer = int(trace.next_logits.argmax())",
        (_P + "test_next_word.py",),
    ),
    Bug(
        "ui/follow/numbers.py",
        "return multiplier / temperature",
        "return multiplier * temperature",
        (_P + "test_scaling_lab.py::test_the_address_restores_numbers_multiplier_and_temperature",),
    ),
    Bug(
        "ui/follow/numbers.py",
        "nats / math.log(2)",
        "nats * math.log(2)",
        (_P + "test_scaling_lab.py::test_it_opens_with_softmax_of_two_four_five",),
    ),
    Bug("ui/follow/position_pictures.py", "rows @ rows.T,", "rows @ rows[::-1].T,", _FOLLOW),
    Bug(
        "ui/follow/position_pictures.py",
        '{"sin": waves[:, sine], "cos": waves[:, cosine]}',
        '{"sin": waves[:, cosine], "cos": waves[:, sine]}',
        (_P + "test_positions.py::test_the_waves_and_the_position_are_in_the_address",),
    ),
    Bug(
        "ui/follow/sharpness.py",
        "scaled=scaled) for scaled in (True, False)]",
        "scaled=scaled) for scaled in (False, True)]",
        (_U + "test_sharpness.py",),
    ),
    Bug("ui/follow/token_table.py", '.hex(" ").upper()', '[::-1].hex(" ").upper()', (_U + "test_merges.py",)),
    Bug(
        "ui/follow/writing.py",
        "(place - 1 for place in places(trace) if place)",
        "(place for place in places(trace) if place)",
        (_P + "test_next_word.py::test_each_step_of_writing_has_the_row_that_it_was_written_with",),
    ),
    # Meaning, experiments, by hand
    Bug(
        "ui/meaning/analogies.py",
        '(f"no. {without or with_them:,}", True)',
        '(f"no. {with_them or without:,}", True)',
        _MEANING,
    ),
    Bug(
        "ui/meaning/contexts.py",
        "ORDINALS[context.number - 1] for",
        "ORDINALS[context.number % 3] for",
        (_P + "test_contextual.py::test_sentences_without_the_word_are_named_and_left_out",),
    ),
    Bug("ui/meaning/drift.py", "place = int(values[:, -1].argmin())", "place = int(values[:, 0].argmin())", _MEANING),
    Bug("ui/meaning/movers.py", "in_all = values.sum(axis=(0, 1))", "in_all = values[-1].sum(axis=0)", _MEANING),
    Bug("ui/meaning/one_hot.py", "one_hot[vectors.index(word)] = 1", "one_hot[vectors.index(word) - 1] = 1", _MEANING),
    Bug("ui/meaning/word_list.py", 'f"no. {note + 1:,}"', 'f"no. {note:,}"', (_P + "test_word_vectors.py",)),
    Bug(
        "ui/meaning/word_windows.py",
        "rank = 1 + int((scores > scores[vectors.index(word)]).sum())",
        "rank = 1 + int((scores < scores[vectors.index(word)]).sum())",
        (_P + "test_word_vectors.py",),
    ),
    Bug("ui/scratch/reach.py", 'f"{name} from {below[0] + 1} on"', 'f"{name} from {below[0]} on"', _MEANING),
    Bug("ui/scratch/recurrence.py", "float(norms[start])))", "float(norms[end])))", (_P + "test_recurrence.py",)),
    Bug("ui/scratch/scoring.py", '("MiB", 1 << 20)', '("MiB", 1 << 10)', _MEANING),
    Bug(
        "ui/experiments/two_temperatures.py",
        "vocabulary.probabilities(again, output)",
        "vocabulary.probabilities(again, attention)",
        (_P + "test_two_temperatures.py",),
    ),
    Bug(
        "ui/follow/sharpness.py",
        "if scaled == change.scaled:\n        return",
        "if scaled != change.scaled:\n        return",
        (_P + "test_scaling.py::test_the_first_screen_shows_the_head_with_the_root_and_without",),
    ),
    Bug("ui/live_check.py", "and not page.arithmetic_is_shown()", "and False", (_U + "test_live_check.py",)),
    Bug("ui/experiments/mask_board.py", "in_view > 0", "in_view > 1", (_U + "test_saturation_and_masks.py",)),
    # Pages
    Bug(
        "views/all_heads.py",
        "looks = words.strongest_look(trace, layer, head)",
        "looks = words.strongest_look(trace, head, layer)",
        (_P + "test_all_heads.py::test_the_sentence_under_the_pattern_says_its_numbers",),
    ),
    Bug(
        "views/all_heads.py",
        "vocabulary.likeliest(model, trace, temperature, count=8)",
        "vocabulary.likeliest(model, trace, count=8)",
        (_P + "test_all_heads.py::test_the_output_temperature_changes_the_next_word_alone",),
    ),
    Bug(
        "views/attention.py",
        "says=says, selected=cell,",
        "says=says, selected=cell[::-1],",
        (_P + "test_attention.py::test_the_address_restores_head_and_cell",),
    ),
    Bug(
        "ui/follow/position_pictures.py",
        '"= residual": trace.layers[0].residual_in}',
        '"= residual": trace.layers[0].residual_out}',
        (_P + "test_positions.py::test_the_third_strip_is_the_sum_of_the_two_above_it",),
    ),
    Bug(
        "views/decoding.py",
        'translators.forced("translate", text, french)',
        'translators.forced("translate", french, text)',
        (_P + "test_decoding.py::test_your_own_french_is_read_with_the_right_words_before_each",),
    ),
)
