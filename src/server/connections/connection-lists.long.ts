import { afterAll, beforeAll, expect, test } from "vitest";
import { listConnections } from "#contract/connections/connections.ts";
import { planting } from "#server/testing/planting.ts";
import { listTime, scaled } from "#server/testing/proof.ts";
import { startService, type TestService } from "#server/testing/service.ts";

const count = scaled(10_000, 200);
/** In ms, of a hundred answers 99. */
const most = 50;

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { teamId, ids } = service;
  // Half of them shared and a quarter the caller's own: far more than people may have. Each is pinned at a live revision and at a former one.
  await planting(service.pool, ["agents", "revisions", "revision_slots", "slot_pins", "connections"], async (client) => {
    await client.query(
      `insert into connections (id, team_id, user_id, name, type, provider, server_url, auth_method, created_by)
       select gen_random_uuid(), $1, (array[null, null, $2, $3]::uuid[])[1 + n % 4], 'Connection ' || md5(n::text),
         case when n % 10 = 0 then 'ledger' else 'custom_mcp' end, 'user', 'https://' || n || '.example.com/mcp', 'url', $2
       from generate_series(1, $4::int) n`,
      [teamId, ids.owner, ids.member, count],
    );
    await client.query(
      `insert into agents (id, team_id, name, type) select gen_random_uuid(), $1, 'Agent ' || n, 'agent' from generate_series(1, 500) n`,
      [teamId],
    );
    await client.query(
      `insert into revisions (id, agent_id, name, status, revision_number)
       select gen_random_uuid(), a.id, 'Revision', case when n = 2 then 'live' else 'historic' end, n from agents a, generate_series(1, 2) n where a.team_id = $1`,
      [teamId],
    );
    await client.query(
      "insert into revision_slots (id, build_id, integration_id, integration_type) select gen_random_uuid(), id, gen_random_uuid(), 'ledger' from revisions",
    );
    await client.query(
      `insert into slot_pins (slot_id, user_id, connection_id)
       select s.id, $1, c.id from (select row_number() over () as i, id from connections) c
       join (select row_number() over () as i, id from revision_slots) s on s.i % 500 = c.i % 500`,
      [ids.owner],
    );
  });
}, 600_000);
afterAll(() => service.close());

const list = (query: object) => service.ok(listConnections, { params: { teamId: service.teamId }, query });
const pages = (total: number, n: number) => ({ limit: 100, offset: (n * 100) % total });

const lists: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
  "all pages": (n) => list(pages(count * 0.75, n)),
  "one type": (n) => list({ ...pages(count / 20, n), type: "ledger" }),
  "a search that finds many": (n) => list({ ...pages(count / 2, n), search: "example" }),
  "a search that finds none": () => list({ search: "nobody" }),
};

test.each(Object.entries(lists))("of 10,000 connections, %s is answered within 50 ms", { timeout: 600_000 }, async (what, ask) => {
  expect(await listTime(what, ask)).toBeLessThan(most);
});
