import { useQuery } from "@tanstack/react-query";
import type { getAutomationCurrent } from "#contract/agents/automation-flow.ts";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import type { Automation } from "#contract/agents/automations.ts";
import type { Reply } from "#contract/endpoint.ts";
import { changesOf, triggerChanges } from "./automation-changes.ts";
import { ActivationProblems } from "./activation-problems.tsx";
import { automationRevisionRead, revisionTriggersRead } from "./automation-queries.ts";

interface ActivationPreviewProps {
  teamId: string;
  automation: Automation;
  revision: BoundRevision;
  current: Reply<typeof getAutomationCurrent>;
}

/** What activating a revision would change, and what stands against it. */
export function ActivationPreview({ teamId, automation, revision, current }: ActivationPreviewProps) {
  const activeId = automation.active_revision_id;
  const active = useQuery({ ...automationRevisionRead(automation.id, activeId ?? ""), enabled: activeId !== null });
  const plan = useQuery({ ...revisionTriggersRead(automation.id, revision.id), staleTime: 0 });
  if (active.error ?? plan.error)
    return <p className="text-sm text-waiting">The preview of what activating it changes could not be loaded.</p>;
  if (!plan.data || (activeId !== null && !active.data)) return null;
  const changes = [...changesOf(revision, current, active.data?.revision ?? null), ...triggerChanges(plan.data)];
  return (
    <section aria-label="Changes on activation" className="rounded-md border border-line">
      <h2 className="border-b border-line px-3 py-2 text-sm font-medium">Changes on activation</h2>
      {changes.length === 0 ? (
        <p className="px-3 py-2 text-sm text-ink-2">Nothing. Everything already runs and is routed this way.</p>
      ) : (
        <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto px-3 py-2 text-sm">
          {changes.map(({ kind, id, name, what }) => (
            <li key={`${kind} ${id} ${what}`}>
              <span className="font-medium">{name}</span> {what}.
            </li>
          ))}
        </ul>
      )}
      <ActivationProblems teamId={teamId} revision={revision} current={current} plan={plan.data} />
    </section>
  );
}
