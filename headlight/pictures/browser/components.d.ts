// What Streamlit gives the script of each component, and what the components tell each other.

/** A value that is told to Python as JSON. */
type Told = Json | undefined | Told[] | { [name: string]: Told };

/** What a component is called with: where it stands, what Python says, and how it answers; line.js hears that it is heard. */
interface Component<Data> {
  parentElement: ComponentRoot;
  data: Data;
  /** Tell something once: the same value again is told again. */
  setTriggerValue: (name: string, value: Told) => void;
  setStateValue: (name: string, value: Told) => void;
  /** Whether the server has not heard yet what was told by this name. */
  isUnheard: (name: string) => boolean;
  isWaiting?: () => boolean;
}

/** Where a component stands: a frame of its own, or a place in the page. What is in it is known by its own script. */
interface ComponentRoot extends ShadowRoot {
  querySelector: (selectors: string) => OfFrame;
  parentElement: null;
}

/** A message of a component that the server has not heard yet. */
interface Unheard {
  key: string;
  kind: "setTriggerValue" | "setStateValue";
  name: string;
  value: Told;
  number: number;
  times: number; // it was sent
  answers: number; // of the server, when it was told
}

/** What the server says in the message of the sentence box of what it has heard. */
interface Answer {
  heard: number[];
  session: string;
}

/** What a room of a class says to its teacher. */
declare namespace Room {
  /** Asks the room for something, by its name and with what belongs to it, and gives its answer. */
  type Command = (what: string, more?: object) => Promise<OfFrame>;

  /** Questions that are asked one after another: how many phones have begun, have finished, have gone, and left before. */
  interface Set extends Record<"done" | "begun" | "gone" | "left", number> {
    id: string;
    open: boolean;
    phase: "before" | "after" | "pace";
    words?: boolean;
  }

  interface State {
    here: number;
    paused: boolean;
    answered: number;
    left: number;
    drawn: number;
    set?: Set;
    revealed?: boolean;
    voted?: boolean;
    story?: boolean;
    text?: string;
    question?: { id: string; round: number; kind: string; words: string; hides?: boolean; last?: boolean };
  }

  /** What its teacher rules it by. */
  interface Own {
    code: string;
    secret: string;
  }

  /** It is open: its link with a QR code, whether this computer alone can be reached, and the number of its line. */
  interface Opened extends Own {
    link: string;
    qr: string;
    alone: boolean;
    number: number;
  }
}
