import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { RevisionProcess } from "#contract/clarity/automation.ts";
import { revisionProcessRead } from "#features/clarity/queries.ts";
import { counted } from "#ui/counted.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";
import { staleWords } from "./handover-words.ts";

/** Of a revision that was built from a process: which one, whether its proposal changed since, and the way from each heading to its step. */
export function ProcessOfRevision({ teamId, buildId }: { teamId: string; buildId: string }) {
  const process = useQuery(revisionProcessRead(buildId)).data?.process;
  if (!process) return null;
  const to = (search: object) => pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: process.id }, search);
  return (
    <>
      <Disclosure
        aria-label="Process"
        className="shrink-0 border-b border-line text-sm"
        summaryClassName="px-3 py-1.5 md:px-5"
        summary={
          <span className="flex min-w-0 flex-1 items-center gap-3">
            <span className="min-w-0 truncate">
              <span className="text-ink-2">Built from the process</span> <span className="font-medium">{process.name}</span>
            </span>
            <span className="shrink-0 text-ink-2">{counted(process.steps.length, "step", "steps")}</span>
          </span>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
        <div tabIndex={0} role="group" aria-label="Steps of the process" className="max-h-60 overflow-y-auto px-3 pb-2 md:px-5">
          <p className="mb-1 text-ink-2">
            Each heading of the instructions names a step. Its evidence is in the process.{" "}
            <AnyLink link={to({ tab: "handover" })} className="text-accent-ink underline underline-offset-2">
              Open the handover
            </AnyLink>
          </p>
          <dl className="grid gap-x-4 sm:grid-cols-[max-content_minmax(0,1fr)]">
            {process.steps.map(({ id, number, title, heading }) => (
              <div key={id} className="contents">
                <dt className="max-w-80 truncate font-mono text-xs text-ink-2 sm:py-0.5">{heading}</dt>
                <dd className="min-w-0 max-sm:mb-1 sm:py-0.5">
                  <AnyLink
                    link={to({ tab: "proposal", shown: process.proposal_id, step: id })}
                    className="break-words text-accent-ink hover:underline"
                  >
                    {number} {title}
                  </AnyLink>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </Disclosure>
      {process.stale ? <Stale process={process} link={to} /> : null}
    </>
  );
}

function Stale({ process, link }: { process: RevisionProcess; link: (search: object) => string }) {
  const { proposal_id: from, live_proposal_id: now } = process;
  return (
    <p
      role="status"
      className="flex shrink-0 flex-wrap gap-x-2 border-b border-line bg-waiting-soft px-3 py-1.5 text-sm text-waiting md:px-5"
    >
      <Status look="asks" word={staleWords(Boolean(now))} />
      {now ? (
        <AnyLink link={link({ tab: "compare", from, to: now })} className="font-medium underline underline-offset-2">
          See what changed
        </AnyLink>
      ) : null}
    </p>
  );
}
