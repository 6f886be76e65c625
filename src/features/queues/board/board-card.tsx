import { caseStates } from "#api/states/case-states.ts";
import { type Case, caseStatuses } from "#contract/queues/case.ts";
import { type ByHand, whyNotInto } from "#features/queues/by-hand.ts";
import { priorityWord } from "#features/queues/case-words.ts";
import type { FieldColumn } from "#features/queues/cells/field-columns.ts";
import { fieldValue, fieldWords } from "#features/queues/cells/field-values.ts";
import { LabelChip } from "#features/queues/labels/label-chip.tsx";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { Menu } from "#ui/menu.tsx";
import { Time } from "#ui/time.tsx";

interface BoardCardProps {
  one: Case;
  /** What of its data stands on it. */
  fields: readonly FieldColumn[];
  /** It says why it failed. */
  withReason: boolean;
  link: string;
  /** Its place in the column, and where that begins in pixels. */
  at: number;
  top: number;
  /** It was brought here just now. */
  landed: boolean;
  onMove: (to: ByHand) => void;
}

/** By how many fields stand on it: as high as its column counts on. What a short title leaves is above the last line. */
const rowsFor = [
  "h-[84px] grid-rows-[auto_1fr]",
  "h-[104px] grid-rows-[auto_auto_1fr]",
  "h-[124px] grid-rows-[auto_auto_auto_1fr]",
] as const;
/** With two lines for the reason. */
const rowsWithReason = [
  "h-[120px] grid-rows-[auto_auto_1fr]",
  "h-[140px] grid-rows-[auto_auto_auto_1fr]",
  "h-[160px] grid-rows-[auto_auto_auto_auto_1fr]",
] as const;

/** More of them never fit beside the priority. */
const labelsShown = 2;

/** Few elements, the priority is a text of its own: a board draws dozens of these at once. */
export function BoardCard({ one, fields, withReason, link, at, top, landed, onMove }: BoardCardProps) {
  const whyNotPostponed = whyNotInto("postponed", one);
  const more = one.labels.length - labelsShown;
  return (
    <li
      data-card={at}
      style={{ top }}
      className={cx(
        "board-card absolute [-webkit-touch-callout:none] inset-x-0 grid grid-cols-[1fr_auto] gap-1 rounded-md border bg-surface p-2.5 text-xs text-ink-3 select-none [&>time]:col-start-2 [&>time]:self-end",
        (withReason ? rowsWithReason : rowsFor)[fields.length],
        landed ? "border-accent" : "border-line hover:border-line-strong",
      )}
    >
      <AnyLink
        link={link}
        className="col-span-2 me-6 line-clamp-2 self-start text-sm font-medium break-words text-ink outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-(--focus)"
      >
        {one.title}
      </AnyLink>
      {withReason ? (
        <p className="col-span-2 line-clamp-2 leading-4 break-words text-failed" title={one.failure_reason ?? undefined}>
          <bdi>{one.failure_reason ?? "A person set it to Failed"}</bdi>
        </p>
      ) : null}
      {fields.map((field) => (
        <p key={field.id} className="col-span-2 truncate leading-4">
          {field.header} <bdi className="text-ink-2 tabular-nums">{fieldWords(fieldValue(one, field), field) ?? "–"}</bdi>
        </p>
      ))}
      {/* All in one line: a card without labels keeps no room for them. */}
      <p className="flex min-w-0 items-center self-end text-ink-2">
        {one.priority === "none" ? null : <span className="me-1 shrink-0">{priorityWord(one.priority)} priority</span>}
        {one.labels.slice(0, labelsShown).map((label) => (
          <LabelChip key={label.id} label={label} small />
        ))}
        {more > 0 ? `+${more}` : null}
      </p>
      <Time at={one.created_at} />
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Set status of ${one.title}`}
            className="absolute end-1 top-1 z-1 grid size-6 place-content-center rounded-md leading-none font-semibold text-ink-2 hover:bg-hover"
          >
            ⋯
          </button>
        }
        entries={[
          ...caseStatuses.map((status) => ({
            label: caseStates[status].word,
            checked: status === one.display_status,
            disabled: status === one.display_status,
            onSelect: () => onMove(status),
          })),
          {
            label: "Postpone…",
            disabled: whyNotPostponed !== undefined,
            ...(whyNotPostponed ? { note: whyNotPostponed } : {}),
            onSelect: () => onMove("postponed"),
          },
        ]}
      />
    </li>
  );
}
