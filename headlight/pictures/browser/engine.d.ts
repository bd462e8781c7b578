// The shapes of the engine, under the names of transformer/: arrays are flat, rows after one another.

declare namespace Engine {
  type Numbers = Float32Array<ArrayBuffer>;

  /** A token of a text, with its place in code points. */
  interface Token {
    text: string;
    id: number;
    start: number;
    end: number;
  }

  /** A word of a text: the places of its tokens among those of the text. */
  interface Word {
    text: string;
    start: number;
    end: number;
    tokens: number[];
  }

  /** As in config.json. */
  interface Config {
    n_layers: number;
    n_heads: number;
    d_model: number;
    d_head: number;
    d_mlp: number;
    vocab_size: number;
    max_tokens: number;
    positions?: string; // usually sinusoidal
    tied?: boolean; // usually
    norm_position?: string; // usually before
  }

  type Heads = Pick<Config, "n_heads" | "d_head">;

  /** By their names in model.safetensors; some maps have no bias, and some models no norm. */
  type Weights = Record<string, Numbers>;

  /** An alphabet of characters, or of words with a blank between them. */
  interface Signs {
    signs: string[];
    words: boolean;
  }

  /** A vocabulary of byte-level BPE: see tokenizer.json. */
  interface Pieces {
    signs?: undefined;
    vocab: Record<string, number>;
    merges: [string, string][]; // in the order in which they were learned
    end?: string;
  }

  /** A change of one stage of one layer: see edits.js. */
  interface Edit {
    stage: string;
    layer: number;
    value: number | number[];
    how: string;
    head: number | null;
    position: number | null;
  }

  /** An edit as it is asked for: what is left out is as usual. */
  interface AskedEdit extends Partial<Omit<Edit, "value">> {
    stage: string;
    layer: number;
    value?: number | ArrayLike<number>;
  }

  /** What the reader changed about a pass: see UNCHANGED in intervention.js. */
  type Change = {
    mask: string;
    window: number;
    toggled: readonly number[][];
    padding: number;
    padding_hidden: boolean;
    scaled: boolean;
    multiplier: number;
    temperature: number;
    positions: boolean;
    start: number;
    permutation: readonly number[] | null;
    residual_off: readonly [number, string][];
    edits: readonly Edit[];
  };

  /** A change as it is asked for, and the heads, [layer, head], that are switched off. */
  type AskedChange = Partial<Omit<Change, "edits">> & { edits?: readonly AskedEdit[]; silenced?: number[][] };

  /** x [n, inner] times W^T [inner, outer], plus a bias: [n, outer]. */
  type Product = (x: Numbers, W: Numbers, bias: Numbers | undefined, n: number, outer: number, inner: number) => Numbers;

  /** The products that a pass is made of: of arithmetic.js, or of a kernel. */
  interface Products {
    product: Product;
    activated: Product;
    exact: (x: Numbers, W: Numbers, n: number, outer: number, inner: number) => Numbers;
    projected: (x: Numbers, W: Numbers, bias: Numbers | undefined, n: number, n_heads: number, d_head: number, inner: number) => Numbers;
    weighted: (pattern: Numbers, V: Numbers, n: number, keys: number, width: number) => Numbers;
  }

  /** What all layers of a pass share: `n` tokens, of which those from `first` on are computed, at `places`. */
  interface Pass {
    n: number;
    first: number;
    change: Change;
    mayLook: Uint8Array; // [query, key]
    places: number[];
    products: Products;
  }

  /** A distribution over the vocabulary, on its way to a draw. */
  interface Step {
    logits: Numbers;
    probabilities: Float64Array;
    in_top_k: Uint8Array;
    in_top_p: Uint8Array;
    final: Float64Array;
  }

  /** What brings the most likely next word; heads are [layer, head], the lists of heads have all layers after one another. */
  interface Why {
    next: number;
    probability: number;
    words: Word[];
    word: number | null;
    without_words: number[];
    given: number[];
    without_looks: number[]; // NaN where it was not tried
    favourite: number[];
    alone: number;
    stays_alone: boolean;
    without_heads: number[][];
    without_ffns: number[];
    head: number[] | null;
    brought: number;
    kind: string;
    part: number | number[]; // an FFN by its layer
    without_part: number;
    ffn: number | null;
    costs: number[];
  }

  /** A word in the place of another, and what the model says then. */
  interface Substitute {
    word: string;
    text: string;
    next: number;
    probability: number;
    kept: number;
  }

  /** A word of the text that is one token, with the words that were tried there. */
  interface Place {
    position: number;
    substitutes: Substitute[];
    flips: Substitute[];
  }

  /** One place of the training text: what stands before the end that was read, and after it, spaces included. */
  interface ReadPlace {
    before: string;
    after: string;
    source: string;
  }

  /** The longest end of a text that was read in training: its tokens and how often, ids that followed and how often. */
  interface ReadEnd {
    end: string;
    length: number;
    times: number;
    followed: [number, number][];
    places: ReadPlace[];
  }
}
