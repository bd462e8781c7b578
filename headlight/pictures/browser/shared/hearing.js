// Events of the window, heard by what stands in the page for as long as it stands there.

import { NAMED } from "./around.js";
import { keeping } from "./kept.js";

const keptOf = /** @type {typeof keeping<{ hears?: Record<string, (event: OfFrame) => void> }>} */ (keeping)();

/** @template {PictureRoot | ComponentRoot} Root what stands in the page, to be gone through: what has left it is passed over, and is not kept. */
export class Present {
  /** @type {Set<WeakRef<Root>>} */
  #references = new Set();

  /** @param {Root} root */
  add(root) {
    for (const reference of this.#references) if (!reference.deref()) this.#references.delete(reference);
    this.#references.add(new WeakRef(root));
  }
  *[Symbol.iterator]() {
    for (const reference of this.#references) {
      const root = reference.deref();
      if (root?.isConnected) yield root;
    }
  }
}

/** @type {Map<string, Present<PictureRoot | ComponentRoot>>} */
const hearers = new Map(); // event of the window -> those who hear it

/** @type {(root: PictureRoot | ComponentRoot, event: string, heard: (event: OfFrame) => void) => void} let what stands in the page hear an event of the window, which would itself keep it for ever; a later call replaces `heard`. */
export function hear(root, event, heard) {
  const hears = (keptOf(root).hears ??= {});
  const known = event in hears;
  hears[event] = heard;
  if (known) return;
  const present = hearers.get(event) ?? new Present();
  if (!hearers.has(event)) {
    hearers.set(event, present);
    window.addEventListener(event, (said) => {
      for (const each of present) keptOf(each).hears?.[event](said);
    });
  }
  present.add(root);
}

/** @type {(root: PictureRoot, name: string | undefined) => void} tell the others of the board which word is pointed at; undefined: none. */
export function tellName(root, name) {
  dispatchEvent(new CustomEvent(NAMED, { detail: { root, board: root.host.closest(".board"), name } }));
}

/** @type {(root: PictureRoot, light: (name: string | undefined) => void) => void} call `light` with the word that is pointed at in another picture of the board. */
export function hearName(root, light) {
  hear(root, NAMED, ({ detail }) => {
    if (detail.root !== root && detail.board === root.host.closest(".board")) light(detail.name);
  });
}
