import type { Worker } from "#contract/runs/engine.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { durationOf } from "#ui/duration.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { ago } from "./engine-words.ts";

const states: Record<Worker["state"], { tone: Tone; word: string }> = {
  alive: { tone: "done", word: "Alive" },
  stopped: { tone: "neutral", word: "Stopped" },
  lost: { tone: "failed", word: "Lost" },
};

export function WorkerRows({ workers, asOf }: { workers: readonly Worker[]; asOf: number }) {
  if (workers.length === 0)
    return (
      <EmptyState inline title="No worker yet">
        A process appears here when it starts and reaches the database.
      </EmptyState>
    );
  return (
    <ul>
      {workers.map((worker) => (
        <li key={worker.id} className="border-t border-line py-3 first:border-t-0 first:pt-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="min-w-0 truncate font-medium">{worker.host}</h3>
            <Badge tone={states[worker.state].tone}>{states[worker.state].word}</Badge>
            <IdChip id={worker.id} label={`Copy the id of ${worker.host}`} />
            {/* It counts: it has the room of its longest, so that its words stay where they are. */}
            <span className="text-sm text-ink-3 tabular-nums sm:ms-auto sm:min-w-38">
              {worker.state === "stopped" ? "Ended" : "Last beat"} {ago(asOf - Date.parse(worker.last_beat_at))}
            </span>
          </div>
          <p className="text-sm text-ink-2">
            Process {worker.pid}, version {worker.version}, started {ago(asOf - Date.parse(worker.started_at))}
            {worker.state === "alive" ? "" : `. ${leftBy(worker)}`}
          </p>
          {worker.state === "alive" ? (
            <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-sm sm:grid-cols-4">
              {factsOf(worker).map(([name, value]) => (
                <div key={name} className="min-w-0">
                  <dt className="text-xs text-ink-3">{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** What became of the work of one that ended. */
function leftBy({ holds, taken_over }: Worker): string {
  const left = holds.model + holds.program + holds.generation;
  if (left + taken_over === 0) return "It left no work";
  const taken = `${taken_over.toLocaleString("en")} taken over`;
  return left > 0 ? `${taken}, ${left.toLocaleString("en")} not yet` : taken;
}

/** What it works on and how much it could. */
function factsOf({ holds, report }: Worker): [name: string, value: string][] {
  const of = (used: number, most: number | undefined) => (most === undefined ? `${used}` : `${used} of ${most}`);
  return [
    ["Runs", of(holds.model, report?.places.model)],
    ["Programs", of(holds.program, report?.places.program)],
    ["Generations", of(holds.generation, report?.places.generation)],
    ["Evaluations", report ? `${report.places.evaluation} at once` : "–"],
    ["Connections", report ? of(report.connections.in_use, report.connections.most) : "–"],
    ["Requests", report ? of(report.requests.in_work, report.requests.most) : "–"],
    ["Refused", report ? report.requests.refused.toLocaleString("en") : "–"],
    ["Clock", report ? clockOf(report.clock_ahead_ms) : "–"],
  ];
}

function clockOf(ms: number): string {
  const size = Math.abs(ms) < 1_000 ? `${Math.abs(ms)} ms` : durationOf(Math.abs(ms));
  return `${size} ${ms < 0 ? "behind" : "ahead"}`;
}
