import type { WireReply } from "#server/testing/model-server.ts";
import type { refusing } from "#server/testing/provider-rules.ts";
import type { Dialect } from "#server/testing/wire-dialects.ts";

/** What a provider does in one run, and what the run makes of it. */
export interface Scene {
  readonly name: string;
  readonly dialect: Dialect;
  /** Where it is not the one of the dialect. */
  readonly model?: string;
  readonly replies: readonly WireReply[];
  /** Rules of this provider beyond those of its dialect. */
  readonly rules?: readonly Parameters<typeof refusing>[1][];
  /** The whole transcript behind the person's message, as `assistant text: Done`. */
  readonly tells: readonly string[];
  /** Parts that requests have, by their number from 1. */
  readonly asks?: Readonly<Record<number, readonly string[]>>;
  /** Parts that no request has. */
  readonly never?: readonly string[];
  /** How often the provider is asked; else once for each reply. */
  readonly asked?: number;
  /** Why the run fails; without it, it completes. */
  readonly fails?: { readonly code: string; readonly message: string };
}
