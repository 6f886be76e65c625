import { atLeast } from "#contract/roles.ts";
import type * as contract from "#contract/runs/runs.ts";
import type { Output } from "#contract/zod.ts";
import { totalCaches } from "#server/platform/db/total-cache.ts";
import { interruptRun } from "#server/engine/control/control.ts";
import { lockRun } from "#server/engine/log/run-log.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { type Handlers, inOneStatement } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { listReachableTeams } from "#server/teams/teams/teams.store.ts";
import { pendingRequests } from "#server/runs/requests/human-requests.store.ts";
import { requireRun } from "./run-access.ts";
import { runDetails } from "./run-details.store.ts";
import { listRuns } from "./run-list.store.ts";
import { type RunScope, runsSeenBy } from "./run-page.ts";
import { waitsOfRuns } from "./run-waits.store.ts";
import { findRun, insertRun, toRun } from "./runs.store.ts";
import { usableSandbox, usedByRun } from "#server/runs/sandboxes/sandboxes.store.ts";

const cacheOf = totalCaches();

export const runHandlers: Handlers<typeof contract, EngineContext> = {
  async listTeamRuns({ query }, context) {
    return listRuns(context, cacheOf(context.store), [runsSeenBy(context.team.id, whoOf(context))], query);
  },

  async listRuns({ query: { team_id: _, ...query } }, context) {
    return listRuns(context, cacheOf(context.store), await scopesOf(context), query);
  },

  startTeamRun: inOneStatement(bringsNoSandbox, ({ body }, context) => start(body, context)),

  startRun: inOneStatement(bringsNoSandbox, ({ body }, context) => start(body, context)),

  async getRun({ params }, context) {
    const found = await findRun(context.db, params.run_id);
    const run = requireRun(context, found?.run);
    const [pending = null] = await pendingRequests(context.db, whoOf(context), run);
    return { run: toRun(run, found?.config ?? null), pending_human_request: pending };
  },

  async getRunDetails({ params }, context) {
    const found = await findRun(context.db, params.run_id);
    const run = requireRun(context, found?.run);
    return {
      run: await runDetails(context.db, run, found?.config ?? null, (runs) => waitsOfRuns(context, runs)),
      human_requests: await pendingRequests(context.db, whoOf(context), run),
    };
  },

  async stopRun({ params }, context) {
    const run = requireRun(context, await lockRun(context.db, params.run_id));
    const stopped = await interruptRun(
      { ...context, runsEnded: context.engine.runsEnded },
      context.db,
      run,
      { text: "A person stopped the run.", user_id: context.caller.userId },
      context.afterCommit,
    );
    return { success: true, ...(!stopped && { message: `The run had already ended (${run.status}).` }) };
  },
};

/** The teams that `GET /v2/runs` covers, and whose runs of each. */
async function scopesOf({ db, caller, team }: EngineContext): Promise<RunScope[]> {
  const teams = team ? [team] : (await listReachableTeams(db, caller)).filter((t) => atLeast(t.role, "team:member")).slice(0, 100);
  return teams.map((t) => runsSeenBy(t.id, { userId: caller.userId, role: t.role }));
}

type NewRunBody = Output<typeof contract.startRun.body>;

function bringsNoSandbox({ body }: { body: NewRunBody }): boolean {
  return body.sandbox_id === undefined;
}

async function start(body: NewRunBody, context: EngineContext) {
  const refusal = body.webhook_url && context.outbound.refusal(body.webhook_url);
  if (refusal) throw refuse("outbound_refused", refusal);
  if (body.sandbox_id) await usableSandbox(context, body.sandbox_id, usedByRun);
  const teamId = context.team.id;
  const { run, config } = await insertRun(context.db, {
    teamId,
    agentId: body.agent_id,
    userId: context.caller.userId,
    source: context.caller.kind === "key" ? "api" : "console",
    message: body.message,
    sandboxId: body.sandbox_id,
    webhookUrl: body.webhook_url,
  });
  context.afterCommit(() => context.engine.wakeRuns(run));
  for (const topic of ["run", "run_message"] as const) context.changed(topic, run.id, run.user_id);
  return { run: toRun(run, config) };
}
