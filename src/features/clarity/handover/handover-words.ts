import { pathTo } from "#api/path-to.ts";
import type { ClarityAutomation } from "#contract/clarity/automation.ts";
import type { CheckFix, HandoverCheck } from "#contract/clarity/handover/handover-check.ts";
import type { State } from "#ui/status.tsx";

export const checkLooks: Readonly<Record<HandoverCheck["state"], State["look"]>> = {
  lacks: "failed",
  asks: "asks",
  unknown: "idle",
  ready: "done",
};

const fixLabels: Readonly<Record<CheckFix, string>> = {
  connect: "Connect",
  choose_connection: "Choose it",
  choose_login: "Choose it",
  open_connection: "Open it",
  name_queue: "Choose a queue",
  name_person: "Name a person",
  answer_request: "Open it",
  edit_proposal: "Edit the step",
};

/** Where something is put right. */
export function fixOf(
  { fix, step_ids, subject }: HandoverCheck,
  { teamId, processId, automation }: { teamId: string; processId: string; automation: ClarityAutomation | null },
): { readonly label: string; readonly link: string } | undefined {
  if (fix === null) return undefined;
  const process = (search: object) => pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId }, search);
  const revision = (tab: string) =>
    pathTo(
      "/t/$teamId/agents/$agentId/revisions/$buildId",
      { teamId, agentId: automation?.agent_id ?? "", buildId: automation?.build_id ?? "" },
      { tab },
    );
  const step = step_ids[0];
  const links: Readonly<Record<CheckFix, string>> = {
    connect: pathTo("/t/$teamId/connections", { teamId }),
    choose_connection: revision("connections"),
    choose_login: revision("logins"),
    open_connection: pathTo("/t/$teamId/connections/$connectionId", { teamId, connectionId: subject.id ?? "" }),
    name_queue: revision("queues"),
    name_person: process({ tab: "about" }),
    answer_request: process({ tab: "proposal", step }),
    edit_proposal: process({ tab: "proposal", view: "table", step }),
  };
  return { label: fixLabels[fix], link: links[fix] };
}

/** How far a draft is. */
export function draftState({ builder_run_status: status, decision, revision_status }: ClarityAutomation): State {
  if (revision_status === "live") return { look: "live", word: "Live" };
  if (revision_status === "historic") return { look: "past", word: "Previous" };
  if (decision === "accepted") return { look: "done", word: "Accepted, not live" };
  if (decision === "declined") return { look: "stopped", word: "Declined" };
  return runStates[status];
}

const runStates: Readonly<Record<ClarityAutomation["builder_run_status"], State>> = {
  not_started: { look: "queued", word: "Waiting to start" },
  running: { look: "working", word: "Being written" },
  waiting_for_input: { look: "asks", word: "Has a question" },
  waiting_for_approve: { look: "asks", word: "Waiting for review" },
  completed: { look: "done", word: "Completed" },
  failed: { look: "failed", word: "Failed" },
  cancelled: { look: "stopped", word: "Canceled" },
};

/** The check that says most about each step. They come with what is lacking first. */
export function checksBySteps(checks: readonly HandoverCheck[]): ReadonlyMap<string, HandoverCheck> {
  const first = new Map<string, HandoverCheck>();
  for (const check of checks) for (const id of check.step_ids) if (!first.has(id)) first.set(id, check);
  return first;
}

/** "Step 9", "Steps 2, 3 and 4". */
export function stepsInWords(ids: readonly string[], number: ReadonlyMap<string, number>): string {
  const all = ids.flatMap((id) => number.get(id) ?? []);
  if (all.length === 0) return "";
  if (all.length === 1) return `Step ${all[0]}`;
  return `Steps ${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** Of a revision whose proposal is not the live one: whether another one took its place. */
export function staleWords(replaced: boolean): string {
  return replaced ? "The proposal changed since this revision was built." : "The proposal of this revision was withdrawn.";
}
