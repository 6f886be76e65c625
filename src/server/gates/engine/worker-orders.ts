import fc from "fast-check";
import { scripted } from "#server/testing/agents.ts";
import type { BareStore } from "#server/testing/bare-store.ts";
import { WorkerModel } from "./worker-model.ts";
import { type Step, step } from "./worker-steps.ts";

/**
 * Random orders of three processes that take runs, die, come back and write late, beside people who stop runs. After each step the store holds
 * what the model says: a run has one worker that lives at most, and nobody writes under a lease that another one has taken.
 */
export function workerOrders(store: BareStore): fc.IAsyncProperty<[Step[]]> {
  let agents: Promise<string[]> | undefined;
  return fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 40 }), async (steps) => {
    agents ??= Promise.all([store.agent(scripted("say Done")), store.agent(scripted("say Done"))]);
    const model = await WorkerModel.begin(store, await agents);
    for (const each of steps) await model.take(each);
    await model.end();
  });
}
