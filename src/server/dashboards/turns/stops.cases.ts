import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { createDashboard, stopDashboardMessage } from "#contract/dashboards/messages.ts";
import type { ModelPart } from "#server/engine/models/port.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { random } from "#server/testing/seed.ts";
import { done, puts, startDesigner } from "./designer.cases.ts";
import { designing } from "./turn.cases.ts";

const words = ["One ", "two ", "three ", "four ", "five."];
const whole = words.join("");

/** Stops dashboards at random moments of their turns: what was seen stays, and nothing is written behind the stop. */
export async function stopAtRandom(times: number): Promise<void> {
  const { service, says } = await startDesigner();
  try {
    const design = designing(service);
    for (let i = 0; i < times; i++) {
      const at = Math.floor(random() * 9);
      let given = 0;
      let reached: () => void = () => undefined;
      const moment = new Promise<void>((resolve) => (reached = resolve));
      let over: () => void = () => undefined;
      const left = new Promise<void>((resolve) => (over = resolve));
      const parts = (request: Parameters<typeof done>[0]): ModelPart[] =>
        done(request) < 3 ? [puts(`b${done(request)}`)] : words.map((text) => ({ type: "text", text }));
      says(async function* (request) {
        try {
          for (const part of parts(request)) {
            if (given++ === at) reached();
            // Others get a turn between two pieces.
            await new Promise((resolve) => void setImmediate(resolve));
            yield part;
          }
        } finally {
          if (done(request) >= 3 || request.signal.aborted) over();
        }
      });
      const { artifact_id } = await service.ok(createDashboard, { body: { message: "Show runs", team_id: service.teamId } });
      await moment;
      // Before the model's first word there is no message.
      const seen = (await design.messages(artifact_id)).at(-1);
      const { artifact } = await service.ok(stopDashboardMessage, { ...design.at(artifact_id), body: {} });
      const kept = await design.last(artifact_id);
      const page = await design.page(artifact_id);
      ok(artifact.status === "interrupted" || artifact.status === "completed", artifact.status);
      ok(whole.startsWith(kept.content.split("\n\n")[0] ?? ""), kept.content);
      ok(kept.content.startsWith(seen?.content ?? ""), `${seen?.content} was seen, ${kept.content} was kept`);
      const before = seen?.message?.steps ?? [];
      deepStrictEqual(kept.message?.steps.slice(0, before.length) ?? [], before);
      deepStrictEqual(
        page?.blocks.map(({ id }) => id) ?? [],
        kept.message?.steps.flatMap((step) => (step.kind === "added" ? [step.block] : [])),
      );
      if (artifact.status === "interrupted")
        await Promise.race([left, comes("the end of a stopped turn's work", async () => (await held()) === 0 || undefined)]);
      deepStrictEqual(await design.last(artifact_id), kept);
      deepStrictEqual(await design.page(artifact_id), page);
      strictEqual(await design.status(artifact_id), artifact.status);
    }
  } finally {
    await service.close();
  }
  async function held(): Promise<number> {
    const { rows } = await service.pool.query<{ held: number }>(
      "select count(*)::int as held from artifact_turns where worker_id is not null",
    );
    return rows[0]?.held ?? 0;
  }
}
