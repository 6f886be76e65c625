import { NamedLabel, caseData, casePriorities, caseTitle } from "#contract/queues/case.ts";
import { text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { approvalTool } from "#server/engine/control/asking.ts";
import { type CaseQueue, queueNamed, queueNames, whichQueue } from "#server/queues/dispatch/case-queues.ts";
import { caseMoved } from "#server/queues/dispatch/case-runs.ts";
import { type OwnCase, claimCase, leaveCase, requireOwnCase } from "#server/queues/dispatch/own-case.ts";
import { untilOf } from "#server/queues/dispatch/postpone-to.ts";
import { attachmentsOfRun } from "#server/queues/attachments/case-attachments.store.ts";
import { lastHandover } from "#server/queues/cases/case-history.store.ts";
import { readCases } from "#server/queues/cases/case-record.ts";
import { linkLabels, patchCase } from "#server/queues/cases/case-writes.store.ts";
import { findMembers } from "#server/teams/members/find-members.ts";
import { listedAttachment, readAttachment } from "./read-attachment.ts";
import { type StoreToolContext, type Tool, ToolError, tool } from "#server/engine/tools/tool.ts";

const type = "cases";

export function claim(queues: readonly CaseQueue[]): Tool {
  return tool({
    name: "claim_case",
    type,
    effect: "store",
    description: `Take the case that this run is for, or the one that comes next. Then work on it, and end it by exactly one of complete_case, fail_case, postpone_case and request_handover. Queues: ${queueNames(queues)}.`,
    parameters: z.strictObject({ queue: whichQueue(queues) }),
    async execute(tx, args, context) {
      const own = await claimCase(tx, context.run, args.queue === undefined ? queues : [queueNamed(queues, args.queue)]);
      if (!own) return { case: null, note: "No case is waiting." };
      tell(context, own);
      const [found] = await readCases(tx, [own.id]);
      const handed = await lastHandover(tx, own.id);
      const attachments = await attachmentsOfRun(tx, context.run.id);
      return {
        case: {
          id: own.id,
          queue: queues.find((queue) => queue.id === own.queue_id)?.name,
          title: own.title,
          data: found?.data,
          priority: found?.priority,
          labels: found?.labels.map(({ key, value }) => ({ key, value })),
          created_at: found?.created_at,
          ...(attachments.length > 0 && { attachments: attachments.map(listedAttachment) }),
        },
        ...(handed && { handed_over: handed.reason }),
      };
    },
  });
}

const updateCase = tool({
  name: "update_case",
  type,
  effect: "store",
  description: "Write title, data or priority of your case, or put labels on it. What you leave out stays.",
  parameters: z.strictObject({
    title: caseTitle.optional(),
    data: caseData.optional(),
    priority: z.enum(casePriorities).optional(),
    labels: z.array(NamedLabel).max(50).optional(),
  }),
  async execute(tx, args, context) {
    const { run } = context;
    const own = await requireOwnCase(tx, run.id, ["in_progress", "completed", "failed"]);
    const { labels = [], ...fields } = run.secrets.redactor.json(args);
    const links = labels.map((label) => ({ caseId: own.id, label }));
    const linked = await linkLabels(tx, own.queue_id, links);
    await patchCase(tx, own.id, fields, { runId: run.id, agentId: run.agent_id }, linked > 0 ? ["labels"] : []);
    tell(context, own);
    return { updated: own.id };
  },
});

const completeCase = tool({
  name: "complete_case",
  type,
  effect: "store",
  description: "End your case: the work is done.",
  parameters: z.strictObject({ note: text(0, 2000).optional().describe("What was done, for people") }),
  async execute(tx, { note }, context) {
    const own = await leaveCase(tx, context.run, "complete", "completed", { reason: shown(context, note) });
    tell(context, own);
    return { completed: own.id };
  },
});

const failCase = tool({
  name: "fail_case",
  type,
  effect: "store",
  description: "End your case: it cannot be done, and trying again would not help.",
  parameters: z.strictObject({ reason: text(1, 2000) }),
  async execute(tx, { reason }, context) {
    const own = await leaveCase(tx, context.run, "fail", "failed", { reason: shown(context, reason) });
    tell(context, own);
    return { failed: own.id };
  },
});

const postponeCase = tool({
  name: "postpone_case",
  type,
  effect: "store",
  description: "Let go of your case until later. Another run takes it up again, before all others.",
  parameters: z.strictObject({
    postpone_to: text(2, 40).describe("A duration such as 30m, 2h, 1d or 1w, or a time such as 2026-01-31T09:30:00Z"),
    reason: text(0, 2000).optional(),
  }),
  async execute(tx, { postpone_to, reason }, context) {
    const until = untilOf(postpone_to, context.services.clock());
    const own = await leaveCase(tx, context.run, "postpone", "postponed", { reason: shown(context, reason), until });
    tell(context, own);
    return { postponed: own.id, until };
  },
});

const requestApproval = tool({
  name: approvalTool,
  type,
  effect: "ask",
  description:
    "Ask one or more people to approve something about your case, each by a row of their own. The work waits until all of them decided.",
  parameters: z.strictObject({
    title: text(1, 300),
    approvals: z
      .array(z.strictObject({ assignee: text(1, 300).describe("Email address or id of a member of the team"), prompt: text(1, 10_000) }))
      .min(1)
      .max(20),
  }),
  async ask({ title, approvals }, { run, services: { store } }) {
    const own = await requireOwnCase(store.db, run.id);
    const members = await findMembers(
      store.db,
      run.team_id,
      approvals.map(({ assignee }) => assignee),
    );
    const rows = approvals.map(({ assignee, prompt }) => {
      const userId = members.get(assignee.trim().toLowerCase());
      if (!userId) throw new ToolError(`${assignee} is not a team member who can approve.`);
      return { userId, prompt: run.secrets.redactor.text(prompt) };
    });
    return { kind: "approval_batch", title: run.secrets.redactor.text(title), caseId: own.id, rows };
  },
});

export const onOwnCase = [updateCase, completeCase, failCase, postponeCase, readAttachment, requestApproval];

const shown = ({ run }: StoreToolContext, words: string | undefined) => (words ? run.secrets.redactor.text(words) : undefined);

/** From here on this worker knows what its run works on, and screens are told. */
function tell({ run, services, afterCommit }: StoreToolContext, own: OwnCase): void {
  afterCommit(() => {
    Object.assign(run, { case_queue_id: own.queue_id, case_queue_item_id: own.id, case_title: own.title });
    caseMoved(services.live, run);
  });
}
