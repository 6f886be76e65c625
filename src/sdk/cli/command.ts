/** What the command line knows of an operation. The service prints one for each. */
export interface Command {
  readonly noun: string;
  readonly verb: string;
  readonly summary: string;
  /** `POST /v2/…`, for whoever looks it up. */
  readonly address: string;
  readonly fields: readonly Field[];
  /** Which field of the answer is a list. */
  readonly rows?: string;
  /** An input that the service takes. */
  readonly example?: unknown;
}

export interface Field {
  readonly name: string;
  /** `path`: given without its name, in order. `file`: bytes, from a file or the standard input. */
  readonly place: "path" | "other" | "file";
  readonly kind: "text" | "number" | "flag" | "list" | "json";
  readonly required?: true;
  /** Takes `null`. */
  readonly nullable?: true;
  readonly choices?: readonly string[];
  readonly words?: string;
}

export interface Noun {
  readonly name: string;
  readonly words: string;
}

/** Everything that can be typed. */
export interface CommandTable {
  readonly version: string;
  readonly nouns: readonly Noun[];
  readonly commands: readonly Command[];
}
