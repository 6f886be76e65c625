import { expect } from "vitest";
import { createRevision, promoteRevision } from "#contract/agents/revisions.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import type { TestService } from "#server/testing/service.ts";

/** Promotes that many drafts of an agent in parallel, and reads all the while how many revisions are live. */
export async function promoteAtOnce(service: TestService, count: number): Promise<void> {
  const { id } = await agentWith(service, scripted("say Hello"));
  const draft = async () => (await service.ok(createRevision, { params: { agent_id: id }, body: { name: "Draft" } })).build.id;
  const drafts: string[] = [];
  let left = count;
  const some = async () => {
    while (left-- > 0) drafts.push(await draft());
  };
  await Promise.all(Array.from({ length: 4 }, some));
  const seen: number[] = [];
  const stop = new AbortController();
  const watch = (async () => {
    while (!stop.signal.aborted) {
      const { rows } = await service.pool.query<{ n: number }>(
        "select count(*)::int as n from revisions where agent_id = $1 and status = 'live'",
        [id],
      );
      seen.push(rows[0]?.n ?? -1);
    }
  })();
  // Of hundreds at once a service refuses those that found no place in time, with nothing changed: they ask again.
  const promote = async (build_id: string): Promise<number> => {
    const { status } = await service.call(promoteRevision, { params: { build_id }, body: {} });
    return status === 503 ? promote(build_id) : status;
  };
  const statuses = await Promise.all(drafts.map(promote));
  stop.abort();
  await watch;
  expect(statuses).toEqual(drafts.map(() => 200));
  expect(seen.length).toBeGreaterThan(5);
  expect(new Set(seen)).toEqual(new Set([1]));
  const { rows } = await service.pool.query("select status, count(*)::int as n from revisions where agent_id = $1 group by 1 order by 1", [
    id,
  ]);
  expect(rows).toEqual([
    { status: "historic", n: count },
    { status: "live", n: 1 },
  ]);
}
