import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { attachQueues } from "#server/testing/cases.ts";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { typedCase } from "../typed-work.ts";
import { holdBack } from "../held-keys.ts";
import { expectStill, noteShifts, shiftsOf } from "../shifts.ts";

const asks = 'call claim_case {}\nask "Is it paid?"\ncall complete_case {}';
const fails = 'call claim_case {}\ncall fail_case {"reason": "Nobody knows the supplier"}';

test("a page that loads draws each part where it stays", async ({ page, context, signIn, ownService: service, ownTeam: team }) => {
  const typed = await typedCase(team, "Refunds");
  await noteShifts(context);
  await signIn(page, "runs", service);
  const looks = await holdBack(page, "*/assets/index-*.css");
  for (const [path, ready] of [
    [`queues/${typed.queue}/cases/${typed.case}`, "Order number"],
    [`queues/${typed.queue}?tab=settings`, "Versions"],
  ] as const) {
    await looks.again();
    await page.goto(`${service.url}/t/${team.teamId}/${path}`, { waitUntil: "commit" });
    // On a slow line what stands for the console is seen first.
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType("paint").length)).toBeGreaterThan(0);
    await looks.letGo();
    await expect(page.getByText(ready).first()).toBeVisible();
    await expectLoaded(page);
    expect.soft(await shiftsOf(page), path).toEqual([]);
  }
});

/** Nothing more comes by itself. What is not shown yet is loading all the same. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true], [role=status][aria-label=Loading]")).toHaveCount(0);
}

test("nothing moves on a list while agents work", async ({ page, context, signIn, ownService: service, ownTeam: team }) => {
  const params = { teamId: team.teamId };
  const { queue } = await team.call(createQueue, { params, body: { name: "Invoices to check", description: "Of all suppliers" } });
  const at = { params: { queue_id: queue.id } };
  const agent = async (name: string, steps: string) => {
    const made = await team.createAgent(name, steps);
    const { builds } = await team.call(listAgentRevisions, { params: { agent_id: made.id } });
    await attachQueues(team.call, team.teamId, { id: made.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
    return made;
  };
  const clerk = await agent("Clerk", fails);
  const asker = await agent("Asker", asks);
  const writer = await team.createAgent("Writer", Array.from({ length: 30 }, (_, i) => `${i + 1}. say Line ${i}`).join("\n"));
  await team.runUntil(writer, "completed", "Write it.");
  await team.call(createCases, { ...at, body: { cases: Array.from({ length: 8 }, (_, i) => ({ title: `Invoice ${i}` })) } });
  await team.runUntil(asker, "waiting", "Ask about one.");

  let round = 0;
  /** Cases come, one fails, one asks a person, and runs of all of them begin and end. */
  const work = async () => {
    round += 1;
    await team.call(createCases, { ...at, body: { cases: [{ title: `Late invoice ${round}` }, { title: `Later invoice ${round}` }] } });
    await Promise.all([
      team.runUntil(clerk, "completed", `Round ${round}, clerk`),
      team.runUntil(asker, "waiting", `Round ${round}, asker`),
      team.runUntil(writer, "completed", `Round ${round}, writer`),
    ]);
  };
  await noteShifts(context);
  await signIn(page, "runs", service);
  const places: [path: string, ready: string, seen: () => Promise<void>][] = [
    ["runs", "Write it.", () => expect(page.getByRole("button", { name: /new/ })).toBeVisible()],
    ["inbox", "Is it paid?", () => expect(page.getByRole("tab", { name: `Waiting ${round + 1}` })).toBeVisible()],
    [
      `queues/${queue.id}`,
      "Invoice 7",
      () => expect(page.getByRole("tablist", { name: "State of the cases" }).getByRole("tab", { name: `Failed ${round}` })).toBeVisible(),
    ],
    [
      `queues/${queue.id}?layout=board`,
      "Invoice 7",
      () => expect(page.getByRole("region", { name: "Failed" }).getByRole("heading")).toContainText(String(round)),
    ],
    [
      "queues",
      "Invoices to check",
      () => expect(page.getByRole("row", { name: /Invoices to check/ })).toContainText(String(8 + 2 * round)),
    ],
    // When an agent last ran is read with the list; what waits is told beside it.
    [
      "agents",
      "Writer",
      () =>
        expect(page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: /Inbox/ })).toContainText(String(round + 1)),
    ],
    [`agents/${writer.id}?tab=runs`, "Write it.", () => expect(page.getByRole("button", { name: /new/ })).toBeVisible()],
  ];
  for (const [path, ready, seen] of places) {
    await test.step(path, async () => {
      await page.goto(`${service.url}/t/${team.teamId}/${path}`);
      await expect(page.getByText(ready).filter({ visible: true }).first()).toBeVisible();
      await expectLoaded(page);
      await expectStill(page, work, seen);
    });
  }
  // A queue that an agent works through by itself: it is at its limit all the time, which holds nothing up.
  await team.call(createAgentCaseTrigger, { params: { agent_id: clerk.id }, body: { case_queue_id: queue.id, enabled: true } });
  await page.goto(`${service.url}/t/${team.teamId}/queues/${queue.id}`);
  await expect(page.getByText("Late invoice 1", { exact: true })).toBeVisible();
  const more = () => team.call(createCases, { ...at, body: { cases: Array.from({ length: 40 }, (_, i) => ({ title: `Batch ${i}` })) } });
  await expectStill(
    page,
    async () => void (await more()),
    () => expect(page.getByRole("tablist", { name: "State of the cases" }).getByRole("tab", { name: "Pending 0" })).toBeVisible(),
  );
});

test("nothing moves on the page of a job while it works through its cases and ends", async ({
  page,
  context,
  signIn,
  ownService: service,
  ownTeam: team,
}) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Delivery notes" } });
  const params = { queue_id: queue.id };
  const clerk = await team.createAgent("Clerk", asks);
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  await attachQueues(team.call, team.teamId, { id: clerk.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
  await team.call(createCases, { params, body: { cases: Array.from({ length: 50 }, (_, at) => ({ title: `Delivery note ${at}` })) } });
  // Its run is stopped by the job, which then says so.
  await team.runUntil(clerk, "waiting", "Ask about one.");
  // Each case takes a while, so that somebody can look on, and some are refused.
  await service.query(`create or replace function work_slowly() returns trigger language plpgsql as $$ begin
    perform pg_sleep(0.02);
    if new.title like '%7' and new.state = 'completed' then raise exception 'refused'; end if; return new; end $$`);
  await service.query(
    `create or replace trigger work_slowly before update on cases for each row when (new.queue_id = '${queue.id}') execute function work_slowly()`,
  );
  await noteShifts(context);
  await signIn(page, "queues", service);
  const body = { act: { kind: "status", status: "completed" } as const, all_matching: true };
  const { job } = await team.call(startCaseJob, { params, body });
  await page.goto(`${service.url}/t/${team.teamId}/queues/${queue.id}/jobs/${job.id}`);
  await expect(page.getByRole("table", { name: "Cases of the job" })).toBeVisible();
  await expectLoaded(page);
  const mark = await page.evaluate(() => performance.now());
  await expect(page.getByRole("region", { name: "Progress" })).toContainText("ended");
  await expect(page.getByRole("button", { name: /^Try/ })).toBeVisible();
  expect.soft(await shiftsOf(page, mark)).toEqual([]);
});
