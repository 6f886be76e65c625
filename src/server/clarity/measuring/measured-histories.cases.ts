import fc from "fast-check";
import { expect } from "vitest";
import { handedOverOf } from "#server/gates/stage/clarity-handover.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { TestService } from "#server/testing/service.ts";
import { listMeasuredCases } from "./cases.store.ts";
import { type Counted, countByHand, history, instantOf, plant } from "./histories.cases.ts";

type Told = Awaited<ReturnType<typeof listMeasuredCases>>;

/** The latest first, as a count by hand has them. */
function toldOf({ cases }: Told): Counted[] {
  const told = cases.map(({ ended: _, gave_up: __, last: ___, own_ms, ...rest }) => ({
    ...rest,
    own_ms: own_ms === null ? null : Math.round(own_ms),
  }));
  return told.toSorted((a, b) => (a.came < b.came ? 1 : -1));
}

/** Expects of so many random histories that the store measures what a count by hand finds, of all revisions and of one. */
export async function measureHistories(service: TestService, numRuns: number): Promise<void> {
  const { db } = service.app.services.store;
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const { agentId, buildId: first } = await handedOverOf(stageFor(service), { days: 0 });
      const [second, draft] = [newId(), newId()];
      await service.pool.query(
        "insert into revisions (id, agent_id, name, status, revision_number) values ($1, $3, 'Later', 'historic', 2), ($2, $3, 'Next', 'draft', 3)",
        [second, draft, agentId],
      );
      const ids = await plant(service.pool, one, { teamId: service.teamId, agentId, first, second, draft });
      const since = instantOf(one.live.first);
      expect(toldOf(await listMeasuredCases(db, { agentId, since }))).toEqual(countByHand(one, ids));
      const own = { agentId, since: instantOf(Math.max(one.live.first, one.live.second)), buildId: second };
      expect(toldOf(await listMeasuredCases(db, own))).toEqual(countByHand(one, ids, "second"));
    }),
    { numRuns },
  );
}
