/** How far the start of a team looks back; the first one unless its address says another. */
export const homeSpans = ["visit", "today", "7d"] as const;
export type HomeSpan = (typeof homeSpans)[number];
