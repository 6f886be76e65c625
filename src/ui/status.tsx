import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  CircleX,
  Clock3,
  type LucideIcon,
  LoaderCircle,
} from "lucide-react";
import { cx } from "./cx.ts";

interface Look {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly ink: string;
  readonly turns?: true;
}

const looks: Record<string, Look> = {
  not_started: { word: "Not started", icon: CircleDashed, ink: "text-ink-3" },
  pending: { word: "Queued", icon: Clock3, ink: "text-ink-3" },
  starting: { word: "Starting", icon: LoaderCircle, ink: "text-running", turns: true },
  running: { word: "Running", icon: LoaderCircle, ink: "text-running", turns: true },
  waiting: { word: "Waiting for a person", icon: CircleHelp, ink: "text-waiting" },
  waiting_for_input: { word: "Asks something", icon: CircleHelp, ink: "text-waiting" },
  waiting_for_approve: { word: "Waiting for review", icon: CircleHelp, ink: "text-waiting" },
  in_progress: { word: "In progress", icon: LoaderCircle, ink: "text-running", turns: true },
  needs_input: { word: "Needs input", icon: CircleHelp, ink: "text-waiting" },
  postponed: { word: "Postponed", icon: Clock3, ink: "text-ink-2" },
  canceled: { word: "Canceled", icon: CircleSlash, ink: "text-ink-2" },
  cancelled: { word: "Cancelled", icon: CircleSlash, ink: "text-ink-2" },
  completed: { word: "Completed", icon: CircleCheck, ink: "text-done" },
  failed: { word: "Failed", icon: CircleX, ink: "text-failed" },
  interrupted: { word: "Stopped", icon: CircleSlash, ink: "text-ink-2" },
  draft: { word: "Draft", icon: CircleDashed, ink: "text-ink-2" },
  live: { word: "Live", icon: CircleDot, ink: "text-done" },
  not_live: { word: "Not live", icon: CircleDashed, ink: "text-ink-3" },
  historic: { word: "Earlier", icon: CircleSlash, ink: "text-ink-3" },
};

/** A state as icon, word and hue. `short` says less where the column is narrow; `iconOnly` keeps the word for screen readers and hover. */
export function Status({ value, word, short, iconOnly }: { value: string; word?: string; short?: boolean; iconOnly?: boolean }) {
  const look = looks[value] ?? { word: value, icon: CircleDashed, ink: "text-ink-3" };
  const Icon = look.icon;
  const said = word ?? (short && value === "waiting" ? "Waiting" : look.word);
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap" {...(iconOnly ? { title: said } : {})}>
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className={cx("shrink-0", look.ink, look.turns && "animate-spin [animation-duration:2s]")}
      />
      <span className={iconOnly ? "sr-only" : undefined}>{said}</span>
    </span>
  );
}

/** The word of a state, for titles and announcements. */
export function statusWord(value: string): string {
  return looks[value]?.word ?? value;
}
