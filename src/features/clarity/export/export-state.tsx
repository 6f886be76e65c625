import type { ClarityExport } from "#contract/clarity/exports.ts";
import { pathTo } from "#api/path-to.ts";
import { Button } from "#ui/button.tsx";
import { ExternalLink, RotateCw } from "lucide-react";
import { AnyLink } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { exportStates, isUnderWay } from "./export-words.ts";

/** How the latest export of the process does, and what to do about it. */
export function LatestExport({ latest, pending, onAgain }: { latest: ClarityExport; pending: boolean; onAgain: () => void }) {
  const { status, retryReason, error, maybeDone, modelUrl, fileName, endedAt } = latest;
  return (
    <section aria-label="Latest export" className="flex flex-col gap-2 border-b border-line px-4 py-3 text-sm">
      <div role="status" className="flex flex-col gap-1">
        <span className="flex items-center justify-between gap-2">
          <Status {...exportStates[status]} />
          {endedAt === null ? null : <Time at={endedAt} />}
        </span>
        {isUnderWay(latest) ? (
          <p className="break-words text-ink-2">
            {retryReason === null ? `“${fileName}” is being sent.` : `It is tried again by itself: ${retryReason}`}
          </p>
        ) : null}
        {error === null ? null : <p className="break-words text-failed">{error}</p>}
        {maybeDone ? (
          <p className="text-ink-2">The model may be there. A repeated export looks for it before another one is made.</p>
        ) : null}
      </div>
      {modelUrl === null ? null : (
        <LinkButton icon={ExternalLink} link={modelUrl} target="_blank" rel="noreferrer">
          Open the model
        </LinkButton>
      )}
      {status === "failed" ? (
        <Button icon={RotateCw} pending={pending} onClick={onAgain}>
          Export again
        </Button>
      ) : null}
    </section>
  );
}

/** What was exported of the process before. */
export function FormerExports({ exports }: { exports: readonly ClarityExport[] }) {
  return (
    <section aria-label="Former exports" className="border-t border-line px-4 py-3 text-sm">
      <h2 className="mb-1 font-semibold">Former exports</h2>
      {exports.length === 0 ? (
        <p className="text-ink-3">None yet.</p>
      ) : (
        <ul className="max-h-60 overflow-y-auto">
          {exports.map(({ id, status, fileName, modelUrl, createdAt }) => (
            <li key={id} className="flex min-h-7 items-center gap-2">
              <Status {...exportStates[status]} iconOnly />
              <span className="min-w-0 flex-1 truncate" title={fileName}>
                {modelUrl === null ? (
                  fileName
                ) : (
                  <AnyLink link={modelUrl} target="_blank" rel="noreferrer" className="text-accent-ink hover:underline">
                    {fileName}
                  </AnyLink>
                )}
              </span>
              <Time at={createdAt} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-ink-3">A repeated export makes one model. If the answer is lost, the directory is looked at first.</p>
    </section>
  );
}

/** What the person exports elsewhere at the moment. */
export function OtherExports({ teamId, exports }: { teamId: string; exports: readonly ClarityExport[] }) {
  if (exports.length === 0) return null;
  return (
    <section aria-label="Your other exports" className="border-t border-line px-4 py-3 text-sm">
      <h2 className="mb-1 font-semibold">Your other exports</h2>
      <ul className="max-h-40 overflow-y-auto">
        {exports.map(({ id, status, fileName, processId }) => (
          <li key={id} className="flex min-h-7 items-center gap-2">
            <Status {...exportStates[status]} iconOnly />
            <AnyLink
              link={pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId })}
              className="min-w-0 flex-1 truncate text-accent-ink hover:underline"
            >
              {fileName}
            </AnyLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
