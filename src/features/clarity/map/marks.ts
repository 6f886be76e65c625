/** How a step differs from the same one of another version, or what keeps it from being exported. */
export type Mark = "added" | "removed" | "changed" | "problem" | "question";

export const markColors: Readonly<Record<Mark, string>> = {
  added: "var(--done)",
  removed: "var(--failed)",
  changed: "var(--accent)",
  problem: "var(--failed)",
  question: "var(--waiting)",
};
export const markSigns: Readonly<Record<Mark, string>> = { added: "+", removed: "−", changed: "~", problem: "!", question: "?" };
