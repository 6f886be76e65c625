/** How a step differs from the same one of another version. */
export type Mark = "added" | "removed" | "changed";

export const markColors: Readonly<Record<Mark, string>> = { added: "var(--done)", removed: "var(--failed)", changed: "var(--accent)" };
export const markSigns: Readonly<Record<Mark, string>> = { added: "+", removed: "−", changed: "~" };
