// Written from the pictures by `python -m headlight.pictures.contract`: change their files.
declare namespace Tables {
  interface Field {
    of: string;
    otherwise?: string;
    number?: boolean;
  }
  interface Count {
    count: number;
    first: number;
  }
  interface Section {
    labels: Array<Array<Array<string | number | number | null> | Tables.Field | Tables.Count>>;
    joined?: number;
    start?: number;
    blank?: boolean;
  }
  interface Table {
    titles: Array<string | Tables.Field | Tables.Count>;
    labels: number;
    sections: Array<Tables.Section>;
    down?: boolean;
    coded?: "hundredths" | "steps";
    missing?: string;
    optional?: Array<number>;
  }
}
declare namespace Header {
  interface LooksPlace {
    before: string;
    after: string;
    source: string;
  }
  interface LooksSwap {
    word: string;
    next: string;
    chance: string;
    flips: boolean;
  }
  interface LooksRead {
    says: Array<[string, boolean]>;
    begins: number;
    end: string;
    places: Array<LooksPlace>;
    eases: Array<number | null>;
    asks: string;
    swaps: Array<LooksSwap>;
  }
  interface Symbol {
    text: string;
    joined: boolean;
    mark: boolean;
  }
  interface Alignment {
    source: Array<Symbol>;
    target: Array<Symbol>;
    translation: string;
    says: Array<[string, boolean]>;
    written: number | null;
    drags: boolean;
    chosen: number | null;
    alt: string;
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
    asks?: string;
    linked: boolean;
  }
  interface TreeBranch {
    parent: number | null;
    token: string;
    probability: number;
    log_probability: number;
    fate: "best" | "alive" | "ended" | "dead";
    step: number;
    row: number;
  }
  interface BeamTree {
    branches: Array<TreeBranch>;
    steps: number;
    rows: number;
    alt: string;
  }
  interface ColumnChart {
    names: Array<string>;
    labels: Array<string>;
    first: number;
    notes: Array<string>;
    sum: boolean;
    limit: [string, number] | null;
    x_title: string;
    y_title: string;
    height: number;
    alt: string;
    colours: Array<string>;
    ends: string;
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
  interface DifferencesPart {
    header: Record<string, unknown>;
    table: Tables.Table | null;
    dtype: string;
    length: number;
  }
  interface Differences {
    parts: Array<DifferencesPart>;
    alt: string;
  }
  interface Film {
    words: Array<LooksWord>;
    chosen: number;
    head: [number, number];
    names: Array<Array<string>>;
    labels: Array<string>;
    shown: number;
    frames: number;
    at: number;
    dial: string;
    about: string;
    alt: string;
    shades: string;
    before: Array<number>;
    edits: Array<[number, number, number, number, number | null]>;
    still: boolean;
  }
  interface Floor {
    name: string;
    added: Array<[string, number]>;
    chance: number;
    light: number;
    says: string;
    sure: number;
    before: number | null;
  }
  interface Floors {
    floors: Array<Floor>;
    word: string;
    chosen: number | null;
    rises: boolean;
    alt: string;
  }
  interface Formula {
    rows: Array<Array<Array<string>>>;
  }
  interface HeadGridChoice {
    selected: [number, number];
    alt: string;
  }
  interface HeadGrid {
    selected: [number, number];
    alt: string;
    layers: number;
    heads: number;
    tokens: Array<string>;
    looked_at: Array<string>;
    hidden: string;
    names: Array<Array<string>>;
    transposed: boolean;
    across: boolean;
    order: Array<[number, number]>;
    clusters: Array<number>;
    faded: Array<[number, number]>;
    group: number;
    largest: number;
    tallest: number;
    around: number;
    extent: number | null;
    counts_from: number;
    chosen_of: [number, number] | null;
  }
  interface LayerHeads {
    tokens: Array<string>;
    names: Array<string>;
    name_lines: number;
    label_room: number;
    silenced: Array<number>;
    evenly: boolean;
    hidden: string;
    alt: string;
    transposed: boolean;
  }
  interface LinesHeads {
    drawn: Array<number>;
    names: Array<string>;
    layer: number;
    n_layers: number;
  }
  interface Lines {
    tokens: Array<string>;
    looked_at: Array<string>;
    alt: string;
    heads: LinesHeads | null;
    chosen: ["queries" | "keys", Array<number>] | null;
  }
  interface Listing {
    lines: Array<string>;
  }
  interface LooksWord {
    text: string;
    apart: boolean;
  }
  interface LooksThen {
    words: string;
    word: number;
    head: [number, number];
    own: boolean;
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
  interface LooksCut {
    words: Array<number>;
    heads: Array<[number, number]>;
  }
  interface LooksGhost {
    word: number;
    weights: Array<number>;
  }
  interface LooksAsked {
    about: Array<number>;
    answers: Array<number>;
    notes: Array<string>;
    ribbons: boolean;
  }
  interface Looks {
    words: Array<LooksWord>;
    chosen: number;
    head: [number, number];
    names: Array<Array<string>>;
    following: Array<[string, number]>;
    before: Array<number | null>;
    edits: Array<[number, number, number, number, number | null]> | null;
    cut?: LooksCut | null;
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
    sink?: boolean;
    asked?: LooksAsked | null;
    ghost?: LooksGhost;
    why?: Array<[string, boolean]>;
    costs?: Array<number>;
    noun?: string;
    held?: boolean;
    read?: LooksRead | null;
  }
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
    still: boolean;
    zeros: boolean;
    plain?: boolean;
  }
  interface MergeBlock {
    text: string;
    note: string;
    first: number;
    last: number;
    row: number;
    token: boolean;
  }
  interface MergeTree {
    blocks: Array<MergeBlock>;
    shown: number | null;
    alt: string;
    says: Array<[string, boolean]>;
  }
  interface Paths {
    words: Array<string>;
    levels: Array<string>;
    lit: Array<[number, number]>;
    shares: Array<number>;
    notes: Array<string>;
    alt: string;
    low: boolean;
  }
  interface PlaneGroup {
    name: string;
    labels: Array<string>;
    asides: Array<string>;
    notes: Array<string>;
    colour: "accent" | "soft" | "ink" | "d_model" | "d_head" | "vocab" | "query" | "key" | "value";
    size: number;
    named: boolean;
    path: boolean;
    dashed: boolean;
    hollow: boolean;
    arrow: boolean;
    step: number;
    carried: Array<Array<number>> | null;
  }
  interface Plane {
    groups: Array<PlaneGroup>;
    x_title: string;
    y_title: string;
    low: Array<number>;
    high: Array<number>;
    height: number;
    alt: string;
    linked: boolean;
    grid: [number, number] | null;
  }
  interface Sentence {
    pieces: Array<[string, boolean]>;
    large: boolean;
  }
  interface Shuffles {
    names: Array<string>;
    notes: Array<string>;
    words: Array<string>;
    order: Array<number>;
    extent: number;
    alt: string;
  }
  interface Stacks {
    encoder: Array<[string, string, string]>;
    decoder: Array<[string, string, string]>;
    source: Array<string>;
    read: Array<string>;
    written: Array<string>;
    selected: string;
    alt: string;
  }
  interface Strips {
    strips: Array<string>;
    hues: Array<string>;
    tokens: Array<string>;
    width: number;
    extent: number;
    extents: Record<string, number>;
    height: number;
    places: Array<number>;
    alt: string;
  }
  interface TableColumn {
    name: string;
    left: boolean;
    cells: Array<[string, string]>;
  }
  interface Table {
    columns: Array<TableColumn>;
    faded: Array<number>;
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
  interface TintedSentence {
    tokens: Array<string>;
    shares: Array<number>;
    looks: number;
    looked_at: number | null;
  }
  interface TintedGroup {
    name: string;
    note: string;
    sentences: Array<TintedSentence>;
  }
  interface TintedSentences {
    groups: Array<TintedGroup>;
    alt: string;
  }
  interface Chip {
    text: string;
    note: string;
    joined: boolean;
    strong: boolean;
    share: number | null;
    number: number | null;
  }
  interface TokenChips {
    tokens: Array<Chip>;
    alt: string;
    large: boolean;
    one_line: boolean;
    cards: boolean;
    sketches: Array<string>;
  }
  interface TrainingExample {
    seen: Array<boolean>;
    answer: string;
    chance: number;
    loss: number;
    before: number | null;
  }
  interface TrainingExamples {
    words: Array<string>;
    rows: Array<TrainingExample>;
    rest: string;
    alt: string;
  }
  interface WordRow {
    name: string;
    cells: Array<[string, number, number | null]>;
  }
  interface WordGrid {
    rows: Array<WordRow>;
    columns: Array<string>;
    colours: Array<Array<string>>;
    alt: string;
    says: Array<[string, boolean]>;
  }
}
