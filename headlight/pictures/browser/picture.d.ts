// What board.js gives each picture, and what the scripts keep of it from one drawing to the next.

/** What a picture means by a place in it, which differs from one to another: a cell, a token, a point. */
// deno-lint-ignore no-explicit-any
type Spot = any;

/** A part of its own frame: that it is there, and what it is, is known by who asks. */
// deno-lint-ignore no-explicit-any
type OfFrame = any;

/** What a header holds at a path that its table names. */
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The colours of one ground, by their names in `design_tokens.json`. */
interface Palette extends Record<"ground" | "raised" | "sunken" | "ink" | "soft" | "line" | "off" | "accent" | "on_accent" | "chip" | "track" | "before" | "attention" | "probability" | "loss" | "positive" | "negative" | "query" | "key" | "value", string> {
  sentences: string[];
  sequential: number[][];
  diverging: number[][];
  heads: string[];
  dimensions: Record<string, string>;
}

/** Where a number of an array of a picture opens: places, or [axis of the spot, first place or a place for each]. */
interface Door {
  stage: string;
  at: (number | [number, number | number[]])[];
  causal?: boolean;
  model?: string;
  cut?: string;
}

/** What stands on a board: a picture, a heading or a note. */
interface Item {
  kind: string;
  name: string;
  key: string;
  title: string;
  words: string;
  header: { [name: string]: Json } & { alt: string };
  dtype: "float32" | "uint16" | "uint8";
  start: number; // bytes
  length: number;
  choosable?: boolean;
  doors?: Door[];
  table?: Tables.Table | null;
}

interface Column {
  weight: number;
  least: number;
  items: Item[];
}

/** The header of the message of a board, and the bytes of its numbers. */
interface Unpacked {
  header: BoardHeader;
  body: Uint8Array<ArrayBuffer>;
}

interface BoardHeader {
  rows: Column[][];
  palettes: Record<"light" | "dark", Palette>; // a list of boards has none
  text: string;
  model: string;
  pins?: boolean;
  faded?: boolean;
  reveal: number;
  again?: [number, number];
  boards: Record<string, [number, number]>; // of a list of boards alone, in bytes
}

type Message = Uint8Array<ArrayBuffer> | Unpacked;

/** Where an item of a board stands; that of a picture has its root. */
interface Place extends HTMLElement {
  shadowRoot: PictureRoot;
}

/** Where a board stands, and what is kept of it from one drawing to the next. */
interface BoardRoot extends PictureRoot {
  host: HTMLElement;
  _latest: Message;
  _places: Place[];
}

/** Styles by their names, in a page that stands alone. */
// deno-lint-ignore no-var
declare var headlightStyles: Record<string, string> | undefined;

/** A canvas that writes down what is drawn on it. */
type Recorded = HTMLCanvasElement & { drawn: () => string };

/** Where a word of a sentence in lines stands, and all of them with what they share: see looks_places.js. */
type WordPlace = Record<"x" | "y" | "width" | "row", number>;
type Places = WordPlace[] & Record<"size" | "rows" | "height" | "room" | "across" | "bend", number>;

/** A point of an element, in the window. */
interface Pointed {
  currentTarget: OfFrame;
  clientX: number;
  clientY: number;
}

/** Where cells stand, and the part that is seen: see `zoomed` in zoom.js. */
interface Fit {
  left: number;
  top: number;
  cellWidth: number;
  cellHeight: number;
  across: number;
  down: number;
  most?: number;
  map?: boolean;
}

interface Box extends Fit {
  scale: number;
  most: number;
  wide: number;
  high: number;
  x: number;
  y: number;
  columns: [number, number];
  rows: [number, number];
}

/** Cells for an image: the number of each one's colour among 256 `steps`, row by row as drawn, -1 where nothing is painted. */
interface Cells {
  colour: ArrayLike<number>;
  steps: Uint32Array;
  middle: number; // among the colours, which has least
  across: number;
  down: number;
}

/** Where it stands, its header and its numbers, and who hears of a choice; `moves` says that nothing was typed. */
interface Given<Header, Values = Float32Array> {
  root: PictureRoot;
  header: Header;
  values: Values;
  choose?: (chosen: Spot) => void;
  door?: (array: number, ...cell: number[]) => (() => void) | undefined;
  moves?: boolean;
  sends?: boolean; // the address leads back here
}

/** What a picture depends on besides its header and its numbers: see surroundings.js. Lengths are pixels of CSS. */
interface Surroundings {
  width: number;
  tall: number; // the window
  spare: number; // what a map or a curve may have more of it than on a laptop
  highest: number; // the picture may be; Infinity where it need not end with the window
  room: number; // to the end of the window; Infinity where it may scroll
  ratio: number; // pixels of the screen for one of CSS
  ground: string;
  // deno-lint-ignore no-explicit-any -- the colours of `design_tokens.json`, by their names there
  palette: any;
  family: string;
  type: (size: number) => number; // no smaller than is read from the last row of a room
}

/** Where a picture stands. What a script keeps there outlives each drawing; with `_`, so that nothing of the browser's is meant. */
interface PictureRoot extends ShadowRoot {
  querySelector(selector: string): OfFrame;
  querySelectorAll(selector: string): OfFrame;

  // surroundings.js
  _surroundings: Surroundings;
  _paint: (surroundings: Surroundings) => void;

  // what is copied to a picture that is drawn for a file: zoom.js, overview.js, alignment.js
  _zoom?: { scale: number; column: number; row: number };
  _whole?: boolean; // nothing is scrolled
  _look: { name: string; chosen?: [number, number] | null; kept?: [number, number] | null }; // [side, word]
}
