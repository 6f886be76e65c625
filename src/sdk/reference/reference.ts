import type { Field } from "#sdk/cli/command.ts";
import type { Operation } from "#sdk/operation.ts";

// What the reference of the API in the console is drawn from. Types only: no part of the package.

/** An operation as the list of all has it. */
export interface ReferenceEntry {
  readonly name: string;
  readonly area: string;
  readonly summary: string;
  readonly method: Operation["method"];
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
  /** How the client sends it and reads its answer. */
  readonly operation: Operation;
  /** Who may call it, in a sentence. */
  readonly access: string;
  /** As the contract states it. */
  readonly needs: { readonly scope: string; readonly [more: string]: unknown };
  readonly fields: readonly ReferenceField[];
  readonly answers: readonly { readonly status: number; readonly type: string }[];
  readonly types: readonly { readonly name: string; readonly text: string }[];
  readonly errors: readonly { readonly status: number; readonly code: string; readonly message: string }[];
  readonly example: { readonly body?: unknown; readonly reply?: unknown };
}
