// The code of a class as somebody types it: what it is, and why it can be none.

/** @type {(typed: string, letters: string, length: number) => string} the code in what somebody types or pastes: with spaces, in small letters, as the link to the class, with words after it. */
export function codeIn(typed, letters, length) {
  const found = (/** @type {string} */ words) => words.normalize("NFKC").toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  const [, linked = typed] = /\/class\/([^/?#\s]*)/i.exec(typed) ?? [];
  const [whole, first] = [found(linked), found(linked.trim().split(/\s/)[0])];
  return wrong(whole, letters, length) && !wrong(first, letters, length) ? first : whole;
}

/** @type {(code: string, letters: string, length: number) => string} why this can be no code; "" if it can. */
export function wrong(code, letters, length) {
  if ([...code].some((letter) => !letters.includes(letter))) return "No code has O or 0, I or 1, A, E, U or Y. Compare it with the board.";
  return code.length === length ? "" : `A code has ${length} letters and digits, and this has ${code.length}. Compare it with the board.`;
}
