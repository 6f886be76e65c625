import { deepStrictEqual, ok } from "node:assert/strict";
import { generateClarityProcessSnapshot, stopClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { captureOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import type { ModelPart, ModelPort, ModelRequest } from "#server/engine/models/port.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { random } from "#server/testing/seed.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { flowOf, summaryOf } from "./kill-scenes.cases.ts";
import { writeTool } from "./flow.ts";
import { summaryTool } from "./summary.ts";

const kind = "current_process" as const;
/** Of all answers of a generation: three answers of four pieces. */
const pieces = 12;

/** An answer of a model that is told once what is wrong with its steps. */
function partsOf({ tools, turns }: ModelRequest): ModelPart[] {
  const told = turns.some(({ role }) => role === "tool");
  const call = tools.some(({ name }) => name === summaryTool)
    ? ({ name: summaryTool, arguments: summaryOf() } as const)
    : ({ name: writeTool, arguments: flowOf(told ? "c1.1" : "c9.4") } as const);
  return [...["One ", "two ", "three."].map((text) => ({ type: "text", text }) as const), { type: "call", id: "call_1", ...call }];
}

async function stateOf({ pool }: TestService, process_id: string) {
  const { rows } = await pool.query<{ status: string; state: object; types: string[]; drafts: number }>(
    `select p.status, to_jsonb(p) as state,
       (select jsonb_agg(to_jsonb(s) order by s.id) from clarity_snapshots s where s.process_id = p.id) as versions,
       (select count(*)::int from clarity_snapshots s where s.process_id = p.id and s.status = 'draft') as drafts,
       (select count(*)::int from clarity_generations g where g.process_id = p.id) as under,
       array(select e.type from events e where e.subject_id = p.id order by e.id) as types
     from clarity_processes p where p.id = $1`,
    [process_id],
  );
  const [row] = rows;
  if (!row) throw new Error("the process is gone");
  return row;
}

/** Stops generations at random moments of their answers. Whatever comes behind a stop that has answered writes nothing. Returns how many it stopped. */
export async function stopAtRandom(times: number): Promise<number> {
  let answer: (request: ModelRequest) => AsyncIterable<ModelPart> = async function* (request) {
    yield* partsOf(request);
  };
  const writer: ModelPort = { answer: (request) => answer(request) };
  const service = await startService({ env: { MODEL_DEFAULT: "writer" }, engine: { models: { writer } } });
  const kept = new Map<string, object>();
  let stopped = 0;
  try {
    for (let i = 0; i < times; i++) {
      const at = Math.floor(random() * pieces);
      const deaf = random() < 0.5;
      const turns = Math.floor(random() * 20);
      const moment = Promise.withResolvers<void>();
      const stop = Promise.withResolvers<void>();
      const left = Promise.withResolvers<void>();
      let given = 0;
      answer = async function* (request) {
        try {
          for (const part of partsOf(request)) {
            if (given++ === at) {
              moment.resolve();
              // It hears nothing of the stop, and answers behind it.
              if (deaf) await stop.promise;
            }
            await new Promise((resolve) => void setImmediate(resolve));
            yield part;
          }
        } finally {
          if (given > at) left.resolve();
        }
      };
      const { process_id } = await captureOf(stageFor(service));
      await service.ok(generateClarityProcessSnapshot, { params: { process_id, kind } });
      await moment.promise;
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => void setImmediate(resolve));
      await service.ok(stopClarityProcessSnapshot, { params: { process_id, kind } });
      const state = await stateOf(service, process_id);
      stop.resolve();
      await left.promise;
      const started = ["clarity_process.generation_started"];
      const was = state.types.includes("clarity_process.generated");
      if (!was) stopped += 1;
      deepStrictEqual(state.types, [...started, was ? "clarity_process.generated" : "clarity_process.generation_stopped"]);
      deepStrictEqual([state.status, state.drafts], ["review", was ? 1 : 0]);
      deepStrictEqual(await stateOf(service, process_id), state);
      kept.set(process_id, state);
    }
    // Once a further one has ended, what was late for the others has had its time.
    answer = async function* (request) {
      yield* partsOf(request);
    };
    const { process_id } = await captureOf(stageFor(service));
    await service.ok(generateClarityProcessSnapshot, { params: { process_id, kind } });
    await comes("the end of a generation", async () => (await stateOf(service, process_id)).status === "review" || undefined);
    for (const [id, state] of kept) deepStrictEqual(await stateOf(service, id), state);
    ok(stopped > times / 3, `${stopped} of ${times}`);
    return stopped;
  } finally {
    await service.close();
  }
}
