import { useQuery } from "@tanstack/react-query";
import type { PastGeneration } from "#contract/agents/builder-run.ts";
import { generationsRead } from "#features/agents/queries.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { DecidedLine } from "./decided-line.tsx";
import { stateOf } from "./review-state.ts";

/** What a model was asked for in this draft before, and what became of it. */
export function EarlierRequests({ buildId, shownId }: { buildId: string; shownId: string }) {
  const { data } = useQuery(generationsRead(buildId));
  const all = data?.generations ?? [];
  const earlier = all.slice(all.findIndex(({ id }) => id === shownId) + 1);
  const more = (data?.total ?? 0) - all.length;
  if (earlier.length === 0) return null;
  return (
    <Disclosure
      summary={`Earlier requests (${(earlier.length + more).toLocaleString("en")})`}
      summaryClassName="py-1 text-ink-2"
      className="px-3 pb-2 md:px-5"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <ul tabIndex={0} aria-label="Earlier requests" className="max-h-60 overflow-y-auto rounded-md border border-line">
        {earlier.map((each) => (
          <Request key={each.id} past={each} />
        ))}
      </ul>
      {more > 0 ? <p className="pt-1 text-ink-3">Only the latest {all.length.toLocaleString("en")} are listed.</p> : null}
    </Disclosure>
  );
}

function Request({ past }: { past: PastGeneration }) {
  const { prompt, summary, asked_by, created_at, model, decision } = past;
  return (
    <li className="flex flex-col gap-0.5 border-b border-line px-3 py-2 last:border-b-0">
      <p className="max-w-[720px] font-medium break-words whitespace-pre-wrap">{prompt}</p>
      {summary ? <p className="max-w-[720px] break-words whitespace-pre-wrap text-ink-2">{summary}</p> : null}
      <p className="flex flex-wrap items-center gap-x-3 text-ink-2">
        {decision === null ? (
          <Status {...stateOf(past)} />
        ) : (
          <span>
            <DecidedLine of={past} />
          </span>
        )}
        <span>
          {asked_by?.name ? `Asked by ${asked_by.name}, ` : "Asked "}
          <Time at={created_at} /> · {model}
        </span>
      </p>
    </li>
  );
}
