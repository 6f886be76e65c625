import { caseStates } from "#api/states/case-states.ts";
import type { Case, CasePriority } from "#contract/queues/case.ts";
import type { caseColumns } from "#contract/queues/case-columns.ts";
import { priorityWord } from "#features/queues/case-words.ts";
import { LabelChip } from "#features/queues/labels/label-chip.tsx";
import { labelWords } from "#features/queues/labels/label-text.ts";
import type { Cells } from "#lists/list-columns.ts";
import { NoLongerListed, noLongerListed } from "#ui/no-longer-listed.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import type { FieldColumn } from "./field-columns.ts";
import { fieldValue, fieldWords } from "./field-values.ts";
import { VerdictMark } from "./verdict-mark.tsx";

/** `gone`: cases that are shown, that the list has no more and whose state is not known. */
export function caseCells(gone: ReadonlySet<string>): Cells<typeof caseColumns, Case> {
  return {
    title: (one) => <CaseTitle one={one} />,
    status: (one) =>
      gone.has(one.id) ? (
        <NoLongerListed />
      ) : (
        <>
          <Status {...caseStates[one.display_status]} />
          <VerdictMark one={one} />
        </>
      ),
    priority: ({ priority }) => <Priority value={priority} />,
    labels: ({ labels }) => <FirstLabels labels={labels} />,
    created: ({ created_at }) => <Time at={created_at} />,
  };
}

/** With what of it a search has found, or why it failed. Each has the direction of its own words: another would push the title out of sight. */
function CaseTitle({ one: { title, search_match_data_snippet: found, failure_reason: reason } }: { one: Case }) {
  if (!found && !reason) return title;
  return (
    <>
      <bdi>{title}</bdi>{" "}
      <bdi className="text-ink-3">
        {found ? (
          <>
            …{found.before.slice(-24)}
            <mark className="bg-waiting-soft text-ink">{found.match}</mark>
            {found.after}
          </>
        ) : (
          reason
        )}
      </bdi>
    </>
  );
}

/** All that a phone says of a case beside its title. */
export function caseLine(one: Case, gone: ReadonlySet<string>, fields: readonly FieldColumn[] = []) {
  const { id, display_status, priority, created_at } = one;
  return gone.has(id) ? (
    noLongerListed
  ) : (
    <>
      <Status {...caseStates[display_status]} /> <VerdictMark one={one} /> ·{" "}
      {priority === "none" ? null : (
        <>
          <Priority value={priority} /> ·{" "}
        </>
      )}
      {fields.slice(0, 2).map((field) => (
        <FieldInLine key={field.id} one={one} field={field} />
      ))}
      <Time at={created_at} />
    </>
  );
}

/** What a case has of a field, before what follows it. */
function FieldInLine({ one, field }: { one: Case; field: FieldColumn }) {
  const words = fieldWords(fieldValue(one, field), field);
  return words === undefined ? null : (
    <>
      <bdi>{words}</bdi> ·{" "}
    </>
  );
}

/** More of them seldom fit into the column, and each is an element in every row. */
const labelsShown = 4;

/** Whole ones; where the line ends, the cell cuts off the rest. */
function FirstLabels({ labels }: Pick<Case, "labels">) {
  const more = labels.slice(labelsShown);
  return (
    <>
      {labels.slice(0, labelsShown).map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {more.length > 0 ? (
        <span className="text-ink-3" title={more.map(labelWords).join(", ")}>
          +{more.length}
        </span>
      ) : null}
    </>
  );
}

/** Nothing for no priority: only what stands out is drawn. */
export function Priority({ value }: { value: CasePriority }) {
  if (value === "none") return <span className="text-ink-3">–</span>;
  return <span className={priorityGlyphs[value]}>{priorityWord(value)}</span>;
}

const priorityGlyphs = {
  high: "glyph glyph-chevrons-up before:text-failed",
  medium: "glyph glyph-chevron-up before:text-waiting",
} as const;
