import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { Step } from "#contract/clarity/step.ts";
import { captureKind, captureTitle } from "#features/clarity/captures/capture-words.ts";
import { counted } from "#ui/counted.ts";
import { MinuteTime } from "#ui/time.tsx";

/** What the version rests on, then what it does not cite. A capture that was deleted is counted. */
export function PrintedCaptures({ steps, captures }: { steps: readonly Step[]; captures: readonly ClarityCapture[] }) {
  const quoted = quotesByCapture(steps);
  const known = new Set(captures.map(({ id }) => id));
  const deleted = [...quoted.keys()].filter((id) => !known.has(id)).length;
  const sorted = captures.toSorted((a, b) => (quoted.get(b.id) ?? 0) - (quoted.get(a.id) ?? 0));
  return (
    <ul className="text-sm [&>li]:break-inside-avoid [&>li]:border-t [&>li]:border-line [&>li]:py-1.5">
      {sorted.map((capture) => (
        <li key={capture.id} className="break-words">
          <span className="font-medium">{captureTitle(capture)}</span>
          <span className="text-ink-2">
            {" "}
            {captureKind(capture)}, added{capture.documentFileName ? ` by ${capture.userName ?? "a former member"}` : ""}{" "}
            <MinuteTime at={capture.createdAt} />,{" "}
            {quoted.has(capture.id) ? counted(quoted.get(capture.id) ?? 0, "quote", "quotes") : "not quoted"}
          </span>
        </li>
      ))}
      {deleted > 0 ? <li className="text-ink-2">{counted(deleted, "deleted capture is", "deleted captures are")} quoted too.</li> : null}
    </ul>
  );
}

/** How many quotes of each capture a version has, by the id of the capture. */
export function quotesByCapture(steps: readonly Step[]): ReadonlyMap<string, number> {
  const units = new Map<string, Set<string>>();
  for (const { captureId, evidenceId, excerpt, resolutionStatus } of steps.flatMap(({ sources }) => sources)) {
    if (captureId === undefined || resolutionStatus !== "resolved") continue;
    units.set(captureId, (units.get(captureId) ?? new Set()).add(`${evidenceId ?? ""} ${excerpt}`));
  }
  return new Map([...units].map(([id, all]) => [id, all.size]));
}
