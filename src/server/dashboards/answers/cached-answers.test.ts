import { afterAll, beforeAll, expect, it } from "vitest";
import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { Query } from "#contract/dashboards/page.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { ageFor, cachedAnswers, mostAgeMs } from "./cached-answers.ts";
import { type Ids, plant, type ViewerName } from "./oracle-data.cases.ts";
import { viewerOf } from "./oracle.cases.ts";

let service: TestService;
let ids: Ids;
let time = Date.now();
beforeAll(async () => {
  service = await startService();
  ids = await plant(service, 200);
});
afterAll(() => service.close());

const query = (name: string, of: Partial<Query> = {}): Query => ({ name, source: "runs", measures: ["count"], by: [], filters: [], ...of });
const pageOf = (...queries: Query[]) => ({ zone: "UTC", range: "last_365_days" as const, queries });
const ask = (as: ViewerName, page = pageOf(query("runs"), query("agents", { by: ["agent"] })), chosen = {}) =>
  cachedAnswers({ store: service.app.services.store, clock: () => new Date(time) }, page, chosen, viewerOf(service, as));
const totals = ({ answers }: PageAnswers) => answers.map(({ total }) => total.values[0]);

/** A run of this person by the first agent. */
async function addRun(user: ViewerName) {
  await service.pool.query(
    `insert into runs (id, agent_id, build_id, team_id, user_id, status, source, title, run_number)
     select $1, $2, $2, $3, $4, 'completed', 'api', 'Run', max(run_number) + 1 from runs where agent_id = $2`,
    [newId(), ids.agents[0], service.teamId, service.ids[user]],
  );
}

it("answers again what it counted some seconds ago, and says when that was", async () => {
  const first = await ask("owner");
  await addRun("owner");
  expect(await ask("owner")).toEqual(first);
  time += mostAgeMs;
  const second = await ask("owner");
  expect(totals(second)).toEqual(totals(first).map((total) => (total ?? 0) + 1));
  expect(second.as_of > first.as_of).toBe(true);
});

it("counts once for all who come meanwhile, and all blocks at one moment, under writes too", async () => {
  for (let round = 0; round < 10; round++) {
    time += mostAgeMs;
    const asked = Array.from({ length: 5 }, () => ask("owner"));
    const [all] = await Promise.all([Promise.all(asked), addRun("owner")]);
    expect(new Set(all.map(({ as_of }) => as_of)).size).toBe(1);
    for (const one of all) expect(totals(one)[0]).toBe(totals(one)[1]);
  }
});

it("never gives one person what another one sees, whoever asks first", async () => {
  const names = ["owner", "manager", "builder", "member", "neighbour"] as const;
  const fresh = new Map<ViewerName, PageAnswers>();
  for (const name of names) {
    time += mostAgeMs;
    fresh.set(name, await ask(name));
  }
  for (const order of [names, names.toReversed()]) {
    time += mostAgeMs;
    for (const name of order) {
      const { as_of: _, ...answers } = await ask(name);
      const { as_of: __, ...expected } = fresh.get(name) as PageAnswers;
      expect(answers, name).toEqual(expected);
    }
  }
  expect(fresh.get("member")?.scope).toBe("own");
  const own = [names.indexOf("builder"), names.indexOf("member")].map((at) => JSON.stringify(fresh.get(names[at] as ViewerName)));
  expect(new Set(own).size).toBe(2);
});

it("keeps teams apart also where a page asks nothing", async () => {
  const empty = pageOf();
  time += mostAgeMs;
  const ours = await ask("owner", empty);
  expect(await ask("neighbour", empty)).not.toBe(ours);
  expect((await ask("member", empty)).scope).toBe("own");
  expect((await ask("owner", empty)).scope).toBe("team");
});

it("tells apart what each viewer chose, and names of queries", async () => {
  time += mostAgeMs;
  const all = await ask("owner");
  const week = await ask("owner", undefined, { range: "last_7_days" });
  expect(week.answers[0]?.from).not.toBe(all.answers[0]?.from);
  const renamed = await ask("owner", pageOf(query("others"), query("agents", { by: ["agent"] })));
  expect(renamed.answers.map(({ name }) => name)).toEqual(["others", "agents"]);
});

it("keeps for long only what was long in counting", () => {
  expect([0, 4, 299, 300, 5_000].map(ageFor)).toEqual([0, 200, 14_950, mostAgeMs, mostAgeMs]);
});
