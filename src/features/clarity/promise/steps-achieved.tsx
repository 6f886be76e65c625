import type { AchievedStep } from "#contract/clarity/achieved.ts";
import { counted } from "#ui/counted.ts";
import { durationOf } from "#ui/duration.tsx";
import { Table } from "#ui/table.tsx";
import type { Column } from "#ui/table-column.ts";
import { inMinutes } from "./promise-words.ts";

const columns: readonly Column<AchievedStep>[] = [
  {
    id: "step",
    header: "Step",
    wrap: true,
    cell: ({ number, title }) => (
      <span className="flex gap-2">
        <span className="w-5 shrink-0 text-ink-3 tabular-nums">{number > 0 ? number : "–"}</span>
        <span className="min-w-0 font-medium">{title}</span>
      </span>
    ),
    beneath: (one) => <span className="text-xs text-ink-3">{noteOf(one)}</span>,
  },
  { id: "runs", header: "Runs", width: "72px", align: "end", cell: ({ runs }) => runs },
  { id: "minutes", header: "Median minutes", width: "124px", align: "end", from: "sm", cell: minutesOf },
  { id: "failed", header: "Failed", width: "72px", align: "end", cell: ({ failed }) => failed },
  { id: "note", header: "Note", width: "224px", from: "md", quiet: true, cell: noteOf },
];

function minutesOf({ mode, minutes }: AchievedStep): string {
  if (mode === "person") return "person";
  return minutes === null ? "too few" : inMinutes(minutes);
}

function noteOf({ mode, role, waits, waited, failed }: AchievedStep): string {
  const told = [
    mode === "person" && role ? role : "",
    waits === 0 ? "" : waited === null ? `${counted(waits, "wait", "waits")}, too few` : `median wait ${durationOf(waited * 60_000)}`,
    failed > 0 ? counted(failed, "failed run", "failed runs") : "",
  ].filter(Boolean);
  return told.length > 0 ? told.join(", ") : "–";
}

/** What runs did at each step of their instructions. */
export function StepsAchieved({ steps, link }: { steps: readonly AchievedStep[]; link: (stepId: string) => string }) {
  return (
    <section aria-label="By step" className="flex flex-col">
      <h3 className="px-5 pt-3 pb-1 text-sm font-semibold">
        By step <span className="ms-1 text-xs font-normal text-ink-3">steps that the agent does, and that it asks a person for</span>
      </h3>
      <Table label="By step" rows={steps} columns={columns} rowId={({ step_id }) => step_id} rowLink={({ step_id }) => link(step_id)} />
    </section>
  );
}
