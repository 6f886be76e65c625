import type * as contract from "#contract/clarity/automation.ts";
import { toldSteps } from "#contract/clarity/handover/agent-instructions.ts";
import { seesProcess } from "#contract/clarity/rights.ts";
import { beginDraft } from "#server/agents/generation/begin-draft.ts";
import { findGeneration } from "#server/clarity/generation/generations.store.ts";
import { findProcess } from "#server/clarity/processes/processes.store.ts";
import { recordProcess } from "#server/clarity/processes/record-process.ts";
import { lockedProcess, requireProcess } from "#server/clarity/processes/require-process.ts";
import { findLive, findSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import {
  describeAutomation,
  findAutomation,
  findAutomationOf,
  findBuiltFrom,
  findProposal,
  insertAutomation,
  newestProposal,
  numberOfProposal,
} from "./automations.store.ts";
import { buildRequest, frameOf } from "./build-request.ts";
import { checksOf, draftProblems } from "./look-at-handover.ts";

const kind = "transformation_proposal" as const;
const generating = (id: string) => ({ automation_run: { id, status: "generating" as const } });

export const clarityAutomationHandlers: Handlers<typeof contract, PartsContext> = {
  async buildClarityAutomation({ params, body: { transformation_proposal_id: asked } }, context) {
    const { db, caller } = context;
    const process = await lockedProcess(context, params.process_id);
    if (process.version !== 2) throw refuse("not_found");
    const proposal = asked === undefined ? await findLive(db, process.id, kind) : await findSnapshot(db, process.id, kind, asked);
    const built = proposal && (await findBuiltFrom(db, proposal.id));
    if (built) {
      context.unchanged();
      return generating(built.builder_run_id);
    }
    if ((await findGeneration(db, process.id))?.kind === kind) throw refuse("process_generating");
    if (!proposal)
      throw refuse(
        "not_found",
        asked === undefined ? "No proposal of this process is live. Make one live first." : "This process has no such proposal.",
      );
    const { steps } = proposal.data;
    const run = await beginDraft(context, {
      agentId: (await findAutomation(db, process.id))?.agent_id,
      agentName: process.name,
      name: `Built from proposal ${await numberOfProposal(db, proposal)}`,
      ask: (isPractice) => buildRequest(process.name, steps, isPractice),
      frame: frameOf(steps),
    });
    const { agent_id, build_id, id: builder_run_id } = run;
    await insertAutomation(db, {
      process_id: process.id,
      proposal_id: proposal.id,
      agent_id,
      build_id,
      builder_run_id,
      created_by: caller.userId,
    });
    await recordProcess(context, process, "clarity_process.draft_built");
    return generating(run.id);
  },

  async getClarityAutomation({ params }, context) {
    const process = await requireProcess(context, params.process_id);
    const { db } = context;
    const last = await findAutomation(db, process.id);
    const automation = last && (await describeAutomation(db, last));
    const proposal = (await findLive(db, process.id, kind)) ?? (await newestProposal(db, process.id));
    return {
      automation: automation ?? null,
      proposal_id: proposal?.id ?? null,
      checks: proposal ? await checksOf(context, proposal, automation) : [],
      draft_problems: await draftProblems(context, automation),
    };
  },

  async getRevisionClarityProcess({ params }, context) {
    const { db } = context;
    const automation = await findAutomationOf(db, params.build_id);
    const process = automation && (await findProcess(db, automation.process_id));
    // It is restricted to others.
    if (!process || !seesProcess(process, whoOf(context))) return { process: null };
    const described = await describeAutomation(db, automation);
    const steps = (await findProposal(db, automation.proposal_id))?.steps ?? [];
    if (!described) return { process: null };
    const at = new Map(steps.map(({ id }, i) => [id, i]));
    const { proposal_id, stale, live_proposal_id } = described;
    const told = toldSteps(steps).map(({ stepId, heading }) => {
      const i = at.get(stepId) ?? 0;
      return { id: stepId, number: i + 1, title: steps[i]?.title ?? "", heading };
    });
    return { process: { id: process.id, name: process.name, proposal_id, stale, live_proposal_id, steps: told } };
  },
};
