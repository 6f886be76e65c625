import { cx } from "./cx.ts";

const looks = {
  idle: "glyph-circle-dashed before:text-ink-3",
  draft: "glyph-circle-dashed before:text-ink-2",
  queued: "glyph-clock-3 before:text-ink-3",
  later: "glyph-clock-3 before:text-ink-2",
  working: "glyph-loader-circle before:text-running before:animate-spin before:[animation-duration:2s]",
  asks: "glyph-circle-help before:text-waiting",
  live: "glyph-circle-dot before:text-done",
  done: "glyph-circle-check before:text-done",
  failed: "glyph-circle-x before:text-failed",
  stopped: "glyph-circle-slash before:text-ink-2",
  over: "glyph-circle-check before:text-ink-3",
  past: "glyph-circle-slash before:text-ink-3",
} as const;

/** What a state looks like and is called. Tables of them stand beside the states, typed by them. */
export interface State {
  readonly look: keyof typeof looks;
  readonly word: string;
  /** For a narrow column. */
  readonly short?: string;
}

interface StatusProps extends State {
  /** Says the short word, where there is one. */
  brief?: boolean;
  /** Keeps the word for screen readers and hover. */
  iconOnly?: boolean;
}

/** A state as icon, word and hue: one element, as long lists have one in every row. */
export function Status({ look, word, short = word, brief, iconOnly }: StatusProps) {
  const said = brief ? short : word;
  const drawn = cx("glyph", looks[look]);
  return iconOnly ? <span role="img" aria-label={said} title={said} className={drawn} /> : <span className={drawn}>{said}</span>;
}
