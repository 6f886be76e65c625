import type { Query } from "#contract/dashboards/page.ts";
import type { ModelPart, ModelPort, ModelRequest } from "#server/engine/models/port.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { checkHeading } from "./turn-request.ts";

/** What a designer does with one request. */
export type Says = (request: ModelRequest) => AsyncIterable<ModelPart> | Iterable<ModelPart>;

/** A model whose answers a test gives, for all dashboards of a service. */
export async function startDesigner(): Promise<{ service: TestService; says(answer: Says): void; asked: ModelRequest[] }> {
  let answer: Says = () => [{ type: "text", text: "Done." }];
  const asked: ModelRequest[] = [];
  const designer: ModelPort = {
    async *answer(request) {
      asked.push({ ...request, turns: structuredClone(request.turns) });
      yield* answer(request);
    },
  };
  const service = await startService({ env: { MODEL_DEFAULT: "designer" }, engine: { models: { designer } } });
  return { service, asked, says: (given) => void (answer = given) };
}

let calls = 0;
export const call = (name: string, args: Record<string, unknown>): ModelPart => ({
  type: "call",
  id: `call_${++calls}`,
  name,
  arguments: args,
});

export const runsBy = (name: string, ...by: string[]): Query => ({ name, source: "runs", measures: ["count"], by, filters: [] });

export const puts = (id: string, query: Query = runsBy(id)): ModelPart =>
  call("put_block", {
    block: {
      id,
      type: "stats",
      title: `Block ${id}`,
      width: 12,
      figures: [{ query: query.name, measure: query.measures[0], label: "Runs" }],
    },
    queries: [query],
  });

/** The place of the last message of a person. */
const lastAsked = ({ turns }: Pick<ModelRequest, "turns">) =>
  turns.findLastIndex((turn) => turn.role === "user" && !turn.text.startsWith(checkHeading));

/** How often the model has called something since the last message of a person. */
export function done(request: Pick<ModelRequest, "turns">): number {
  return request.turns.slice(lastAsked(request) + 1).filter(({ role }) => role === "tool").length;
}

/** The text of the last message of a person. */
export function asks(request: Pick<ModelRequest, "turns">): string {
  const last = request.turns[lastAsked(request)];
  return last?.role === "user" ? last.text : "";
}

/** How often the model was told what its page lacks. */
export function checks({ turns }: Pick<ModelRequest, "turns">): number {
  return turns.filter((turn) => turn.role === "user" && turn.text.startsWith(checkHeading)).length;
}

/** Waits until a stop aborts the answer. */
export function stopped({ signal }: Pick<ModelRequest, "signal">): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
