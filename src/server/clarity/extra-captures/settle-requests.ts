import type { Step } from "#contract/clarity/step.ts";
import type { Db } from "#server/platform/db/open.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import { requestIdsOf, requestsById } from "./requests.store.ts";

/** Steps of a proposal with what they ask for as it was asked. Throws a 400 that names an id of no request of this process. */
export async function settleRequests(db: Db, processId: string, steps: readonly Step[]): Promise<Step[]> {
  const known = await requestsById(db, processId, requestIdsOf(steps));
  return steps.map((step, i) => {
    const { extraCaptureNeeded: needed } = step;
    if (!needed) return step;
    const request = known.get(needed.id);
    if (!request) throw invalid(["steps", i, "extraCaptureNeeded", "id"], `No proposal of this process asks for ${needed.id}`);
    return { ...step, extraCaptureNeeded: { id: request.id, gap: request.gap, proposal: request.suggested_prompt } };
  });
}
