// Written from headers.py by `python -m headlight.pictures.contract`: change it there.
declare namespace Header {
  interface Matrix {
    rows: Array<string>;
    columns: Array<string>;
    noun: string;
    alt: string;
    scale: "sequential" | "diverging" | "scores";
    extent: number;
    factor: number;
    decimals: number;
    hidden: string;
    says: Array<[string, boolean]>;
    selected: [number, number] | null;
    row: number | null;
    places: Array<number>;
    transposed: boolean;
    followed: number;
    still: boolean;
    zeros: boolean;
    dragged?: boolean;
  }
  interface Bar {
    label: string;
    value: number;
    before: number | null;
    note: string;
    faded: boolean;
    rest?: boolean;
  }
  interface BarCut {
    name: string;
    steps: Array<[string, number]>;
    at: number;
  }
  interface Bars {
    bars: Array<Bar>;
    alt: string;
    says: Array<[string, boolean]>;
    scale: number | null;
    colours: Array<string>;
    ends: string;
    cuts?: Array<BarCut>;
  }
  interface Curves {
    names: Array<string>;
    kinds: Array<"points" | "dashed" | "line">;
    x_range: Array<number> | null;
    marks: Record<string, number> | null;
    offer: string;
    x_title: string;
    y_title: string;
    at: number | null;
    logarithmic: string;
    x_ticks: Array<number>;
    y_ticks: Array<number>;
    y_range: Array<number>;
    height: number;
    above: number | null;
    low: boolean;
    bare: boolean;
    alt: string;
    colours: Array<string>;
    ends: string;
  }
  interface LooksWord {
    text: string;
    apart: boolean;
  }
  interface LooksThen {
    words: string;
    word: number;
    head: [number, number];
  }
  interface LooksLost {
    word: string;
    had: number;
    has: Array<Array<number>>;
  }
  interface LooksDemonstration {
    edit: [number, number, number, number, number];
    chances: Array<number>;
  }
  interface LooksGhost {
    word: number;
    weights: Array<number>;
  }
  interface Looks {
    words: Array<LooksWord>;
    chosen: number;
    head: [number, number];
    names: Array<Array<string>>;
    following: Array<[string, number]>;
    before: Array<number>;
    edits: Array<[number, number, number, number, number | null]> | null;
    about: string;
    alt: string;
    shades: string;
    low?: boolean;
    awaits?: boolean;
    then?: LooksThen | null;
    compact?: boolean;
    places?: Array<number>;
    lost?: LooksLost | null;
    demonstration?: LooksDemonstration | null;
    still?: boolean;
    ghost?: LooksGhost;
  }
  interface Shuffles {
    names: Array<string>;
    notes: Array<string>;
    words: Array<string>;
    order: Array<number>;
    extent: number;
    alt: string;
  }
  interface TreeTerm {
    name: string;
    opens: Array<boolean>;
  }
  interface TreeLevel {
    name: string;
    place: string;
    value: number;
    factors: Array<string>;
    terms: Array<TreeTerm>;
    n_terms: number;
    total: number;
    says: Array<[string, boolean]>;
    opened: [number, number] | null;
  }
  interface TermTree {
    before: Array<[string, string]>;
    levels: Array<TreeLevel>;
    chosen: number;
    alt: string;
  }
}
