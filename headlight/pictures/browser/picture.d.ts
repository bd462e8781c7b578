// What board.js gives each picture, and what the scripts keep of it from one drawing to the next.

/** What a picture means by a place in it, which differs from one to another: a cell, a token, a point. */
// deno-lint-ignore no-explicit-any
type Spot = any;

/** A part of its own frame: that it is there, and what it is, is known by who asks. */
// deno-lint-ignore no-explicit-any
type OfFrame = any;

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
  _ruler?: CanvasRenderingContext2D;
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
