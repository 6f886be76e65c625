/** What the client knows of an operation. The service prints one for each. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** Fields of the input that go into the address beside those of the path; everything else is the body. Absent: all others do. */
  readonly query?: readonly string[];
  /** The body is `content`, as bytes. */
  readonly bytes?: true;
  /** Takes an `Idempotency-Key`. */
  readonly creates?: true;
  /** Changes nothing, although it is a POST. */
  readonly reads?: true;
  /** The answer is a file: bytes, or text. */
  readonly answers?: "bytes" | "text" | "events" | "nothing";
  /** Which field of the answer is the list, and how it goes on. */
  readonly list?: readonly [rows: string, by: "after" | "cursor" | "offset" | "none"];
}

/** By noun and verb. */
export type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export type Input = Readonly<Record<string, unknown>>;

/** Whether asking twice does what asking once does. */
export function isSafe({ method, reads }: Operation): boolean {
  return method === "GET" || reads === true;
}
