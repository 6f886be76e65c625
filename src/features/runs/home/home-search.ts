import type { Span } from "#contract/list.ts";

/** How far the start of a team looks back; the first one unless its address says another. */
export const homeSpans = ["24h", "7d", "30d"] as const satisfies Span[];
export type HomeSpan = (typeof homeSpans)[number];
