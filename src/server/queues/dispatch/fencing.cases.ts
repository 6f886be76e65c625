import { expect } from "vitest";
import type { ModelPort, ModelRequest } from "#server/engine/models/port.ts";
import { scriptedModel } from "#server/engine/models/scripted.ts";
import { messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn, storyOf } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const steps = ["call claim_case {}", 'call update_case {"data": "Seen"}', 'call complete_case {"note": "Done"}'];

/** The scripted model, which can be held back before an answer. */
function heldBack() {
  let hold: { turn: number; reached: () => void; released: Promise<void>; answered: () => void } | undefined;
  const model: ModelPort = {
    async *answer(request: ModelRequest) {
      // The rubrics of the queue are written by the same model, at a time of their own.
      const ofRun = request.tools.some(({ name }) => name === "claim_case");
      const held = ofRun && hold?.turn === request.turns.filter((turn) => turn.role === "tool").length ? hold : undefined;
      if (held) hold = undefined;
      held?.reached();
      await held?.released;
      try {
        yield* scriptedModel([]).answer(request);
      } finally {
        // Also when the worker found out meanwhile and listens no longer.
        held?.answered();
      }
    },
  };
  return {
    model,
    /** Holds back whoever next comes to its answer after so many results of tools. */
    before(turn: number) {
      const [reached, released, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      hold = { turn, reached: reached.resolve, released: released.promise, answered: answered.resolve };
      return { reached: reached.promise, release: released.resolve, answered: answered.promise };
    },
  };
}

/**
 * So many times a worker is held back at one of its steps, its lease is taken by another as when it has run out, and it goes on: nothing of
 * what it then does is stored. The run is finished by whoever takes it next, as if the first one had never come back.
 */
export async function lostLeases(rounds: number): Promise<void> {
  const worker = heldBack();
  const service = await startService({ engine: { models: { scripted: worker.model } } });
  try {
    const queue = await queueIn(service);
    const { id: agent } = await agentOn(service, scripted(...steps), { consumes: [queue] });
    for (let round = 0; round < rounds; round++) {
      const [caseId = ""] = await addCases(service, queue, { title: `Round ${round}` });
      const late = worker.before(round % (steps.length + 1));
      const runId = await startRunOf(service, agent);
      await late.reached;
      await service.pool.query("update runs set lease = lease + 1, worker_id = gen_random_uuid() where id = $1", [runId]);
      const before = await stored(service, runId, caseId);
      late.release();
      await late.answered;
      await expect.poll(() => heldRuns(service)).toBe(0);
      expect(await stored(service, runId, caseId)).toEqual(before);
      await service.pool.query("update runs set worker_id = null, next_attempt_at = now() where id = $1", [runId]);
      service.app.services.engine.wakeRuns();
      expect((await settled(service, runId)).status).toBe("completed");
      expect(await storyOf(service, caseId)).toEqual(["created", "claimed", "updated: data", "completed: Done"]);
      const calls = (await messagesOf(service, runId)).flatMap((m) => m.tool_call?.name ?? []);
      expect(calls).toEqual(["claim_case", "update_case", "complete_case"]);
    }
  } finally {
    await service.close();
  }
}

/** All that a worker of this run could have changed. */
async function stored({ pool }: TestService, runId: string, caseId: string): Promise<unknown> {
  const { rows } = await pool.query(
    `select to_jsonb(r) as run, (select to_jsonb(c) from cases c where c.id = $2) as "case",
       (select count(*) from run_messages where run_id = $1) as messages, (select count(*) from case_events where case_id = $2) as events,
       (select count(*) from run_drafts where run_id = $1) as drafts from runs r where r.id = $1`,
    [runId, caseId],
  );
  return rows;
}

async function heldRuns({ url }: TestService): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^caseload_runs_held (\d+)$/m.exec(text)?.[1]);
}
