import type { Finding } from "#contract/clarity/flow/findings.ts";
import { pathWords } from "#contract/clarity/flow/findings.ts";
import type { Step } from "#contract/clarity/step.ts";
import { Status } from "#ui/status.tsx";

/** What is wrong with a flow, or hard to read, each with the steps to look at and the shortest way on which it happens. */
export function FindingsList({
  findings,
  steps,
  onChoose,
}: {
  findings: readonly Finding[];
  steps: readonly Step[];
  onChoose: (id: string) => void;
}) {
  const titles = new Map(steps.map(({ id, title }, i) => [id, `${i + 1} ${title}`]));
  if (findings.length === 0)
    return (
      <p className="text-sm">
        <Status look="done" word="Each way through the process ends" />
      </p>
    );
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {findings.map(({ kind, code, message, stepIds, path }) => (
        <li key={`${code} ${stepIds.join()}`}>
          <span className="flex gap-1">
            <Status look={kind === "soundness" ? "failed" : "idle"} word={kind === "soundness" ? "Fault" : "Advice"} iconOnly />
            <span className="min-w-0 break-words">{message}</span>
          </span>
          {stepIds.length > 0 ? (
            <span className="ms-5 flex flex-wrap gap-x-2">
              {stepIds.slice(0, 5).map((id) => (
                <button key={id} type="button" onClick={() => onChoose(id)} className="rounded-sm text-accent-ink hover:underline">
                  {titles.get(id) ?? id}
                </button>
              ))}
              {stepIds.length > 5 ? <span className="text-ink-3">and {stepIds.length - 5} more</span> : null}
            </span>
          ) : null}
          {path && path.length > 0 ? <span className="ms-5 block text-xs text-ink-2">{pathWords(path)}</span> : null}
        </li>
      ))}
    </ul>
  );
}
