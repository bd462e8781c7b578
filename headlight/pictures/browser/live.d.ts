// What the live page is given by headlight/outside/live_page.py, and what its scripts hand each other.

/** What the page brings along: in it, or where it lies beside it. */
// deno-lint-ignore no-var
declare var headlightLive: {
  facts: () => Promise<Live.Facts>;
  kernels: () => Promise<ArrayBuffer[]>;
  weights: () => Promise<ArrayBuffer>;
  read?: () => Promise<ArrayBuffer>;
};

declare namespace Live {
  type Model = import("./engine/language_model.js").LanguageModel;
  type Trace = ReturnType<Model["trace"]> & { words: string[] };
  type State = import("./live/state.js").State;
  type Board = import("./live/pictures.js").Board;
  type Pieces = [string, boolean][];

  /** What a key of the address holds: a number, a text, a switch or one of its options. */
  // deno-lint-ignore no-explicit-any
  type Value = any;

  /** Keys with what they are to hold; null is where they stand at first. */
  type Changes = { view?: string; [key: string]: Value };
  type Listener = (chosen: Spot) => Changes | undefined;

  /** A column of a row: its weight, its least width, and what fills it. */
  type Filled = [number, number, () => void];

  type Key = Record<"low" | "high" | "step" | "most", number> & { kind: "number" | "switch" | "options" | "text"; default: Value; whole: boolean; options: Value[] };
  type Dial = Key & Record<"key" | "label" | "help", string> & { views: string[] };
  type Words = Record<string, string> & Record<"doing" | "looking_back" | "times", string[]>;

  interface Facts extends Record<"model" | "example" | "app", string> {
    config: Engine.Config;
    tokenizer: Engine.Signs | Engine.Pieces;
    names: string[][];
    roles: (string | null)[][];
    palettes: BoardHeader["palettes"];
    words: Words;
    turned: Record<string, Record<"looking" | "direction" | "corner", string>>;
    headings: Record<string, Record<string, Record<"title" | "words" | "alt", string>>>;
    keys: Record<string, Key>;
    dials: Dial[];
    change: Engine.AskedChange;
    views: Record<"name" | "title" | "lead", string>[];
    lesson: Lesson;
    sentence: number;
    head: number[];
    start: { head: number[]; then: Header.LooksThen | null; moves: string[] };
    brings: boolean;
    visit: string[];
    first: Record<"state" | "message", string>;
    read?: [string, number][];
  }

  /** What is asked and told beside the views: see live_lesson.py. */
  interface Lesson {
    steps: (Record<"title" | "before" | "question" | "why" | "told", string> & { options: string[]; right: number; by_words: boolean; boards: string[]; again: { question: string; options: string[]; right: number } })[];
    sets: { played: { text: string; word: string; options: string[]; rivals: [string, boolean][]; told: string }[]; why: string }[];
    known: string;
    longest: number;
    templates: { token_chips: Drawn; table: Drawn & { header: Header.Table }; curves: Drawn };
    stories: (Record<"id" | "title" | "question" | "payoff" | "view", string> & { choices: string[]; right: number; state: Changes; does: Changes })[];
  }

  type Drawn = { header: object; table: Tables.Table };

  /** A question of a first visit, 0 for none. */
  type Visit = { question: number; guessed: number | null; open: boolean };

  /** What is known of a text beyond its pass. */
  type Found = ReturnType<import("./live/known.js").Known["of"]>;

  /** What a view draws from. */
  type Read = { hands: Hands; trace: Trace; model: Model; facts: Facts; known: Found };

  /** The words of a text, what was moved and cut in it by hand, and the passes without that and with it. */
  type Hands = { found: Engine.Word[]; edits: import("./live/by_hand.js").Edit[]; cut: import("./live/by_hand.js").Cut; changed: boolean; plain: Trace; trace: Trace };

  /** A sentence as `looks` in live/pictures.js takes it; what else a `Header.Looks` has is handed on. */
  interface Sentence {
    patterns: Engine.Numbers;
    words: Header.LooksWord[];
    chosen: number;
    head: number[];
    names: string[][];
    n_heads: number;
    listener?: Listener;
    costs?: number[];
    read?: { eases: (number | null)[] } | null;
    [field: string]: unknown;
  }
}
