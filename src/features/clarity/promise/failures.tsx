import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import type { ClarityAchieved } from "#contract/clarity/achieved.ts";
import { invitesGuests } from "#contract/clarity/rights.ts";
import { InviteDialog } from "#features/clarity/interview/invite-dialog.tsx";
import { PanelSection } from "#features/clarity/panel-section.tsx";
import { Button } from "#ui/button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";
import { Day } from "#ui/time.tsx";
import { casesInWords, timesInWords } from "./achieved-words.ts";

interface FailuresProps {
  teamId: string;
  achieved: ClarityAchieved;
}

/** Cases that failed, the latest first, each with its cause and the way to its run. */
export function FailureList({ teamId, achieved }: FailuresProps) {
  const { failures, failed, steps, success } = achieved;
  const step = new Map(steps.map((one) => [one.step_id, `${one.number > 0 ? `${one.number} ` : ""}${one.title}`]));
  return (
    <PanelSection title={achieved.of_cases ? "Failed cases" : "Failed runs"} count={failed}>
      {failed === 0 ? (
        <p className="text-sm text-ink-3">None of {casesInWords(achieved, success.decided)}.</p>
      ) : (
        <ul className="divide-y divide-line">
          {failures.map(({ run_id: runId, title, ended_at, cause, step_id, run_number }) => (
            <li key={runId} className="py-2 text-sm first:pt-0">
              <p className="flex items-start gap-2">
                <Status look="failed" word="Failed" iconOnly />
                <AnyLink
                  link={pathTo("/t/$teamId/runs/$runId", { teamId, runId })}
                  className="min-w-0 flex-1 font-medium break-words hover:underline"
                >
                  {title}
                </AnyLink>
                <span className="shrink-0 text-xs text-ink-3">
                  <Day at={ended_at} />
                </span>
              </p>
              <p className="ms-6 text-xs break-words text-ink-2">{cause ?? "No cause was given."}</p>
              <p className="ms-6 text-xs text-ink-3">
                {step_id === null ? null : `${step.get(step_id) ?? step_id} · `}run {run_number}
              </p>
            </li>
          ))}
        </ul>
      )}
      {failed > failures.length ? <p className="mt-1 text-xs text-ink-3">The latest {failures.length} are shown.</p> : null}
    </PanelSection>
  );
}

/** What failed after the last thing that anybody told about it: what was told may no longer be so. */
export function EvidenceAndFailures({ achieved, processId, creator }: { achieved: ClarityAchieved; processId: string; creator: string }) {
  const [inviting, setInviting] = useState(false);
  const mayInvite = useRule((who) => invitesGuests({ user_id: creator }, who));
  const steps = achieved.steps.filter((one) => one.failed_since > 0 && one.evidence_at !== null);
  if (achieved.failed_since === 0 && steps.length === 0) return null;
  return (
    <PanelSection title="Evidence and failures">
      {steps.map(({ step_id, number, title, failed_since, evidence_at }) => (
        <p key={step_id} className="mb-1.5 text-sm">
          <Status look="asks" word={number > 0 ? `Step ${number}` : title} /> failed {timesInWords(failed_since)} after its last evidence of{" "}
          <Day at={evidence_at ?? ""} />. Ask again how it is done.
        </p>
      ))}
      {steps.length === 0 && achieved.evidence_at !== null ? (
        <p className="mb-1.5 text-sm">
          {casesInWords(achieved, achieved.failed_since)} failed after the newest capture of <Day at={achieved.evidence_at} />. Ask again
          how the work is done.
        </p>
      ) : null}
      {mayInvite ? (
        <Button size="sm" onClick={() => setInviting(true)}>
          Request a capture
        </Button>
      ) : null}
      <InviteDialog processId={processId} open={inviting} onClose={() => setInviting(false)} />
    </PanelSection>
  );
}
