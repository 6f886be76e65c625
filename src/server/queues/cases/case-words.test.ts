import { afterAll, beforeAll, expect, test } from "vitest";
import { searchCases } from "#contract/queues/cases.ts";
import { listRuns } from "#contract/runs/runs.ts";
import { functionFiles, textOf } from "#server/platform/db/functions.ts";
import { refillRunWords } from "#server/runs/runs/run-words.store.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { refillCaseWords } from "./case-words.store.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test("words that an earlier version did not cut are found once they are written again", async () => {
  // As it was: a run of such letters is one word.
  await service.pool.query(`create or replace function words_of(given text) returns tsvector language sql immutable parallel safe as
    $$ select array_to_tsvector(array_remove(string_to_array(public.folded(given), ' '), '')) $$`);
  const queue_id = await queueIn(service);
  const [title, other] = ["東京都の請求書", "ใบแจ้งหนี้เดือนกรกฎาคม"];
  await addCases(service, queue_id, { title }, { title: "Plain", data: `{"note":"${other}"}` });
  const { id } = await agentWith(service, scripted("say Done"));
  const run = await settled(service, await startRunOf(service, id));
  await service.pool.query("update runs set title = $1 where id = $2", [title, run.id]);
  const words = functionFiles().find(({ file }) => file === "platform/db/words.sql");
  await service.pool.query(words ? textOf(words) : "");

  const cases = async (search: string) =>
    (await service.ok(searchCases, { params: { queue_id }, body: { search } })).cases.map((found) => found.title);
  const runs = async () => (await service.ok(listRuns, { query: { search: "請求書", team_id: service.teamId } })).data.length;
  expect([await cases("請求"), await cases("เดือน"), await runs()]).toEqual([[], [], 0]);
  await service.pool.query(
    "insert into search_refills select name, 'ffffffff-ffff-ffff-ffff-ffffffffffff' from unnest(array['runs', 'case_texts']) name",
  );
  const { db } = service.app.services.store;
  await Promise.all([refillRunWords(db, () => false), refillRunWords(db, () => false), refillCaseWords(db, () => false)]);
  // Totals are remembered until a case changes, so these are other searches.
  expect([await cases("求書"), await cases("เดือ"), await runs()]).toEqual([[title], ["Plain"], 1]);
  expect((await service.pool.query("select name from search_refills")).rows).toEqual([]);
});
