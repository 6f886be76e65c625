import type { Field } from "./cli/command.ts";

// What the reference of the API in the console is drawn from. Types only: no part of the package.

/** An operation as the list of all has it. */
export interface ReferenceEntry {
  readonly name: string;
  readonly area: string;
  readonly summary: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** Absent: neither the client nor the command line has it. */
  readonly sdk?: { readonly noun: string; readonly verb: string };
}

export interface Reference {
  /** Address of the service. */
  readonly url: string;
  readonly areas: readonly { readonly name: string; readonly words: string }[];
  readonly operations: readonly ReferenceEntry[];
}

export interface ReferenceField extends Omit<Field, "place"> {
  readonly place: "path" | "query" | "body" | "file";
  /** In TypeScript. */
  readonly type: string;
}

/** One operation with everything that is said of it. */
export interface ReferenceDetail extends ReferenceEntry {
  /** Who may call it, in a sentence. */
  readonly access: string;
  readonly ours: boolean;
  readonly fields: readonly ReferenceField[];
  /** Takes an `Idempotency-Key`. */
  readonly creates: boolean;
  /** Whether it changes nothing. */
  readonly reads: boolean;
  readonly answers: readonly { readonly status: number; readonly type: string }[];
  /** The answer does not end. */
  readonly stream: boolean;
  /** The answer is a file of this type. */
  readonly download?: string;
  /** Which field of the answer is the list. */
  readonly rows?: string;
  readonly types: readonly { readonly name: string; readonly text: string }[];
  readonly errors: readonly { readonly status: number; readonly code: string; readonly message: string }[];
  readonly example: { readonly body?: unknown; readonly reply?: unknown };
}
