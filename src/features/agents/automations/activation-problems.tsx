import { useQueries } from "@tanstack/react-query";
import { CircleAlert, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import type { getAutomationCurrent } from "#contract/agents/automation-flow.ts";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import type { TriggerPlan } from "#contract/agents/automation-triggers.ts";
import { getPromotePreflight, type PreflightProblem } from "#contract/agents/preflight.ts";
import type { Reply } from "#contract/endpoint.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { clashingNames } from "./automation-changes.ts";

/** So many builds are asked about; a larger change is said to be unchecked beyond. */
const mostChecked = 20;

interface ActivationProblemsProps {
  teamId: string;
  revision: BoundRevision;
  current: Reply<typeof getAutomationCurrent>;
  plan: TriggerPlan;
}

/** What refuses an activation, and what would fail or lie still after it. Nothing is drawn when all is well. */
export function ActivationProblems({ teamId, revision, current, plan }: ActivationProblemsProps) {
  const running = new Set(current.agents.map(({ build_id }) => build_id));
  const bound = revision.agents.filter(({ deleted }) => !deleted);
  const fresh = bound.filter(({ build_id }) => !running.has(build_id));
  const checked = fresh.slice(0, mostChecked);
  const checks = useQueries({
    queries: checked.map(({ build_id }) => ({ ...read(getPromotePreflight, { params: { build_id } }), staleTime: 0 })),
  });
  const together = new Set(bound.map(({ agent_id }) => agent_id));
  const idle = revision.queues.filter(({ agent_id, deleted }) => agent_id === null && !deleted);
  const unknown = checks.filter(({ isError }) => isError).length;
  return (
    <ul className="flex flex-col divide-y divide-line text-sm empty:hidden [&:not(:empty)]:border-t [&:not(:empty)]:border-line">
      {clashingNames(revision).map((name) => (
        <Problem key={`name ${name}`} severity="blocks">
          Two queues are called “{name}”. Give one of them another name.
        </Problem>
      ))}
      {plan.conflicts.map(({ agent_id, message }) => (
        <Problem key={`trigger ${agent_id} ${message}`} severity="blocks">
          {message}
        </Problem>
      ))}
      {plan.refused.map(({ agent_id, agent_name, case_queue_id, case_queue_name }) => (
        <Problem key={`slot ${agent_id} ${case_queue_id}`} severity="warns">
          {case_queue_name} goes to {agent_name}, whose revision does not handle cases from it. Its cases stay pending.
        </Problem>
      ))}
      {bound.length === 0 ? <Problem severity="warns">It includes no agents. Nothing would run.</Problem> : null}
      {idle.map(({ queue_id, name, queue_name }) => (
        <Problem key={`queue ${queue_id}`} severity="warns">
          {name ?? queue_name} is unassigned: its cases wait.
        </Problem>
      ))}
      {checked.flatMap(({ agent_id, agent_name, build_id }, at) =>
        (checks[at]?.data?.problems ?? [])
          // It is made live by the same activation.
          .filter(({ code, subject }) => !(code === "handover_target_not_live" && together.has(subject.id ?? "")))
          .map(({ code, severity, message, subject }) => (
            <Problem key={`${build_id} ${code} ${subject.id ?? subject.name}`} severity={severity}>
              <AnyLink
                link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: agent_id, buildId: build_id })}
                className="rounded-sm font-medium text-accent-ink underline underline-offset-2"
              >
                {agent_name}
              </AnyLink>
              : {message}
            </Problem>
          )),
      )}
      {unknown > 0 ? <Problem severity="warns">{unknown} agents could not be checked.</Problem> : null}
      {fresh.length > checked.length ? (
        <Problem severity="warns">{fresh.length - checked.length} further agents were not checked.</Problem>
      ) : null}
    </ul>
  );
}

const looks: Record<PreflightProblem["severity"], { icon: LucideIcon; word: string; ink: string }> = {
  blocks: { icon: CircleAlert, word: "Fails: ", ink: "text-failed" },
  warns: { icon: TriangleAlert, word: "Warning: ", ink: "text-waiting" },
};

function Problem({ severity, children }: { severity: PreflightProblem["severity"]; children: ReactNode }) {
  const { icon: Icon, word, ink } = looks[severity];
  return (
    <li className="flex items-start gap-2 px-3 py-2">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={cx("mt-0.5 shrink-0", ink)} />
      <span className="min-w-0 break-words">
        <span className="sr-only">{word}</span>
        {children}
      </span>
    </li>
  );
}
