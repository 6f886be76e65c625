import { cx } from "./cx.ts";

interface Look {
  readonly word: string;
  readonly glyph: string;
  readonly ink: string;
  readonly turns?: true;
}

const looks: Record<string, Look> = {
  not_started: { word: "Not started", glyph: "glyph-circle-dashed", ink: "before:text-ink-3" },
  pending: { word: "Queued", glyph: "glyph-clock-3", ink: "before:text-ink-3" },
  starting: { word: "Starting", glyph: "glyph-loader-circle", ink: "before:text-running", turns: true },
  running: { word: "Running", glyph: "glyph-loader-circle", ink: "before:text-running", turns: true },
  waiting: { word: "Waiting for a person", glyph: "glyph-circle-help", ink: "before:text-waiting" },
  waiting_for_input: { word: "Has a question", glyph: "glyph-circle-help", ink: "before:text-waiting" },
  waiting_for_approve: { word: "Waiting for review", glyph: "glyph-circle-help", ink: "before:text-waiting" },
  in_progress: { word: "In progress", glyph: "glyph-loader-circle", ink: "before:text-running", turns: true },
  needs_input: { word: "Needs input", glyph: "glyph-circle-help", ink: "before:text-waiting" },
  postponed: { word: "Postponed", glyph: "glyph-clock-3", ink: "before:text-ink-2" },
  canceled: { word: "Canceled", glyph: "glyph-circle-slash", ink: "before:text-ink-2" },
  cancelled: { word: "Canceled", glyph: "glyph-circle-slash", ink: "before:text-ink-2" },
  completed: { word: "Completed", glyph: "glyph-circle-check", ink: "before:text-done" },
  failed: { word: "Failed", glyph: "glyph-circle-x", ink: "before:text-failed" },
  interrupted: { word: "Stopped", glyph: "glyph-circle-slash", ink: "before:text-ink-2" },
  draft: { word: "Draft", glyph: "glyph-circle-dashed", ink: "before:text-ink-2" },
  live: { word: "Live", glyph: "glyph-circle-dot", ink: "before:text-done" },
  not_live: { word: "Not live", glyph: "glyph-circle-dashed", ink: "before:text-ink-3" },
  historic: { word: "Previous", glyph: "glyph-circle-slash", ink: "before:text-ink-3" },
};

interface StatusProps {
  value: string;
  word?: string;
  /** Says less where the column is narrow. */
  short?: boolean;
  /** Keeps the word for screen readers and hover. */
  iconOnly?: boolean;
}

/** A state as icon, word and hue: one element, as long lists have one in every row. */
export function Status({ value, word, short, iconOnly }: StatusProps) {
  const look = looks[value] ?? { word: value, glyph: "glyph-circle-dashed", ink: "before:text-ink-3" };
  const said = word ?? (short && value === "waiting" ? "Waiting" : look.word);
  const drawn = cx("glyph", look.glyph, look.ink, look.turns && "before:animate-spin before:[animation-duration:2s]");
  return iconOnly ? <span role="img" aria-label={said} title={said} className={drawn} /> : <span className={drawn}>{said}</span>;
}

/** The word of a state, for titles and announcements. */
export function statusWord(value: string): string {
  return looks[value]?.word ?? value;
}
