import { afterAll, beforeAll, expect, it } from "vitest";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
/** The two oldest runs, and the newest one: each is the only one of its word, or shares it. */
let [zeppelin, balloon, airship]: string[] = [];
/** More than a search reads in the order of the list. */
const others = 10_500;

beforeAll(async () => {
  service = await startService();
  const { pool } = service;
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const runs = [];
  for (let n = 0; n < 3; n++) runs.push(await startRunOf(service, agent));
  for (const id of runs) await settled(service, id);
  [zeppelin = "", balloon = "", airship = ""] = runs;
  const named = (id: string, title: string, age: string) =>
    pool.query("update runs set title = $2, created_at = now() - $3::interval where id = $1", [id, title, age]);
  await named(zeppelin, "Rare zeppelin", "3 days");
  await named(balloon, "Rare balloon", "2 days");
  await named(airship, "Rare airship", "0 days");
  await pool.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, created_at)
     select gen_random_uuid(), team_id, agent_id, build_id, user_id, status, source, 'Common', n, now() - interval '1 day'
     from runs, generate_series(1, $2::int) n where id = $1`,
    [zeppelin, others],
  );
  await pool.query("analyze runs");
});
afterAll(() => service.close());

const search = async (words: string, more: { limit?: number; offset?: number; sort_order?: "asc" | "desc"; after?: string } = {}) => {
  const { data, total, next } = await service.ok(listTeamRuns, {
    params: { teamId: service.teamId },
    query: { limit: 50, search: words, ...more },
  });
  return { ids: data.map(({ id }) => id), total, next };
};

it("a search finds what is rare behind thousands of newer runs, in the order of the list", async () => {
  expect(await search("zeppelin")).toEqual({ ids: [zeppelin], total: 1, next: null });
  expect(await search("rare")).toEqual({ ids: [airship, balloon, zeppelin], total: 3, next: null });
  expect((await search("rare", { sort_order: "asc" })).ids).toEqual([zeppelin, balloon, airship]);
  expect((await search("rare", { offset: 1 })).ids).toEqual([balloon, zeppelin]);
  const first = await search("rare", { limit: 2 });
  expect(first.ids).toEqual([airship, balloon]);
  expect(await search("rare", { limit: 2, after: first.next ?? "" })).toEqual({ ids: [zeppelin], total: 3, next: null });
  expect(await search("nothing")).toEqual({ ids: [], total: 0, next: null });
  expect((await search("common")).total).toBe(others);
});
