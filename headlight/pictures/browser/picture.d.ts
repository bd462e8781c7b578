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
  _drawn?: { item: Item; numbers: Float32Array | Uint16Array | Uint8Array };
}

/** Where a board stands, and what is kept of it from one drawing to the next. */
interface BoardRoot extends PictureRoot {
  host: HTMLElement;
  _latest: Message;
  _tell?: (name: string, value: Spot) => void; // none where a board is only read
  _again?: number;
  _pin?: (key: string) => void;
  _chose?: boolean;
  _plan?: string;
  _places: Place[];
  _pictures?: Map<string, Place>;
}

/** Styles by their names, in a page that stands alone. */
// deno-lint-ignore no-var
declare var headlightStyles: Record<string, string> | undefined;

/** A canvas that writes down what is drawn on it. */
type Recorded = HTMLCanvasElement & { drawn: () => string };

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
}

/** What a picture depends on besides its header and its numbers: see surroundings.js. Lengths are pixels of CSS. */
interface Surroundings {
  width: number;
  tall: number; // the window
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

  // surroundings.js, hearing.js
  _surroundings: Surroundings;
  _paint: (surroundings: Surroundings) => void;
  _hears?: Record<string, (event: OfFrame) => void>;

  // pen.js, movement.js, doors.js
  _sheets?: Record<string, HTMLCanvasElement>;
  _hatched?: string; // for which resolution and colour
  _ways?: Record<string, OfFrame>; // the numbers that are on their way
  _offer?: HTMLButtonElement; // that opens a number

  // canvas.js, zoom.js, cell_drag.js
  _pointed?: { spot: Spot; pointer?: [number, number] }; // by the pointer or the arrow keys
  _reached?: Spot; // by the arrow keys
  _zoom?: { scale: number; column: number; row: number };
  _fingers?: Map<number, [number, number]>;
  _moved?: boolean; // the part that is seen, since the pointer went down
  _onMap?: boolean; // where the pointer went down
  _crowded?: boolean; // numbers are too small to be read
  _weight?: OfFrame; // the cell that is dragged
  _dragged?: boolean; // so the click that follows is none
  _touched?: (event: TouchEvent) => void;

  // matrix.js, head_grid.js, layer_heads.js, lines.js
  _headed?: Node[][]; // the heading, while that of a head stands in its place
  _shown?: string; // the head to which the grid was scrolled
  _enlarged?: HTMLCanvasElement;
  _large?: number; // the head that takes the place of all
  _pressed?: { head: number; at: number; drawn: number[] };

  // looks.js with looks_places, looks_squares, ribbon_ends, overview, demonstration and undo; film.js
  _row?: number; // of a matrix, that is pointed at
  _losing?: boolean; // squares show what is lost without each head
  _hand?: OfFrame; // the end of a ribbon, or the cut through bars, that is moved
  _keyed?: boolean; // by keys
  _follow?: number; // the word whose grip has the focus
  _brought?: string; // to where the words were scrolled
  _whole?: boolean; // nothing is scrolled
  _demonstration?: OfFrame;
  _taken?: { edits: OfFrame[]; undone: OfFrame[]; texts: OfFrame };
  _undoing?: boolean;
  _passed?: { at: number; when: number }; // the frame of a film that its slider passes

  // plane.js, point_drag.js
  _held?: OfFrame; // the point that is dragged
  _carried?: string; // the points to which paths were carried
  _lit?: string; // the name that is pointed at elsewhere

  // bar_cuts.js
  _cuts: Header.BarCut[];
  _cut?: (moved: [number, number]) => void;
  _widths?: ResizeObserver;

  // alignment.js, beam_tree.js, differences.js, term_tree.js, token_chips.js
  _look: { name: string; chosen?: [number, number] | null; kept?: [number, number] | null }; // [side, word]
  _typed?: boolean; // it is painted once more when its type has come
  _branches?: OfFrame[];
  _names: string[]; // of the columns that are there
  _stop?: string; // of the keys
  _joins?: ResizeObserver;
  _join: () => void;
  _text?: string;
  _chosen?: number;
}
