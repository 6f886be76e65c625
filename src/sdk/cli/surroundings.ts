import type { CallOptions, CaseloadOptions } from "#sdk/shapes.ts";

/** The terminal, or what stands in for it. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream;
  /** To a person, beside the answer. */
  say(text: string): void;
}

/** The client, by noun and verb. */
export type Nouns = Readonly<Record<string, Readonly<Record<string, (input?: object, options?: CallOptions & object) => unknown>>>>;
/** Calls an operation by its names. */
export async function ask<T>(caseload: Nouns, noun: string, verb: string): Promise<T> {
  return (await caseload[noun]?.[verb]?.()) as T;
}
export type Connect = (options: CaseloadOptions) => Nouns;
