import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createCases, deleteCase, getCase, updateCase } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import type { Page } from "@playwright/test";
import { attachQueues } from "#server/testing/cases.ts";
import { expect, test } from "../fixtures.ts";
import { stopTime } from "../paced.ts";
import { notices } from "../steps.ts";

test("cases are moved over the board by keyboard and by menu, and its numbers follow", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Parcels" } });
  const parcels = ["Red", "Green", "Blue"].map((title, at) => ({
    title: `${title} parcel`,
    priority: at === 0 ? ("high" as const) : ("none" as const),
    labels: [{ key: "size", value: "small" }],
  }));
  const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body: { cases: parcels } });
  // All columns that hold something are in sight.
  await page.setViewportSize({ width: 1600, height: 900 });
  await signIn(page, `queues/${queue.id}`, service);
  await page.getByRole("button", { name: "Board" }).click();
  const column = (name: string) => page.getByRole("group", { name: "Board" }).getByRole("region", { name });
  await expect(column("Pending").getByRole("listitem")).toHaveText([/Blue parcel/, /Green parcel/, /Red parcel.*High priority.*small/]);
  await expect(column("Completed")).toContainText("None");

  // Down to the second card, and what can become of it.
  await page.keyboard.press("j");
  await expect(column("Pending").getByRole("link", { name: "Blue parcel" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(column("Pending").getByRole("link", { name: "Green parcel" })).toBeFocused();
  await page.keyboard.press("s");
  await page.getByRole("menuitem", { name: "Completed" }).click();
  await expect(notices(page)).toContainText("“Green parcel” is set to “Completed”");
  await expect(column("Completed").getByRole("listitem")).toHaveText([/Green parcel/]);
  await expect(column("Pending").getByRole("heading")).toContainText("2");
  // The place of the card that went is taken by the next one.
  await expect(column("Pending").getByRole("link", { name: "Red parcel" })).toBeFocused();
  // From column to column, over those that hold nothing.
  await column("Pending").getByRole("link", { name: "Blue parcel" }).focus();
  await page.keyboard.press("l");
  await expect(column("Completed").getByRole("link", { name: "Green parcel" })).toBeFocused();
  await page.keyboard.press("h");
  await expect(column("Pending").getByRole("link", { name: "Blue parcel" })).toBeFocused();

  await column("Pending").getByRole("button", { name: "Set status of Blue parcel" }).click();
  await page.getByRole("menuitem", { name: "Failed" }).click();
  await expect(column("Failed").getByRole("listitem")).toHaveText([/Blue parcel.*A person set it to Failed/]);
  await expect(notices(page)).toContainText("“Blue parcel” is set to “Failed”");
  expect((await team.call(getCase, { params: { case_id: added_cases[2]?.id ?? "" } })).case.status).toBe("failed");

  // A filter leaves its own numbers, and Back undoes it.
  await page.getByRole("combobox", { name: "Priority" }).selectOption("high");
  await expect(column("Failed")).toContainText("None");
  await expect(column("Pending").getByRole("listitem")).toHaveText([/Red parcel/]);
  await page.goBack();
  await expect(column("Failed").getByRole("listitem")).toHaveText([/Blue parcel/]);
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await expect(page.getByRole("table", { name: "Cases" }).getByRole("row", { name: /Blue parcel/ })).toContainText("Failed");
});

test("cards are carried where a person may bring them, and go back when the service refuses", async ({
  page,
  signIn,
  service,
  team,
  allow,
}) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Letters" } });
  const letters = ["Short", "Long", "Lost"].map((title) => ({ title: `${title} letter` }));
  const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body: { cases: letters } });
  await page.setViewportSize({ width: 1600, height: 900 });
  await signIn(page, `queues/${queue.id}?layout=board`, service);
  const column = (name: string) => page.getByRole("group", { name: "Board" }).getByRole("region", { name });
  const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(column("Pending").getByRole("listitem")).toHaveText([/Lost/, /Long/, /Short/]);

  // Where only a run brings it, the column says so, and letting go there changes nothing.
  await lift(page, "Long letter", column("Pending"));
  await carryTo(page, column("In progress"));
  await expect(column("In progress")).toContainText("Only a run can move a case here, when it claims it.");
  await page.mouse.up();
  await expect(column("Pending").getByRole("listitem")).toHaveText([/Lost/, /Long/, /Short/]);
  // Escape puts it back too, and neither opened the case.
  await lift(page, "Long letter", column("Pending"));
  await carryTo(page, column("Completed"));
  await expect(column("Completed")).toContainText("Set to “Completed”");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(column("Completed")).not.toContainText("Set to");
  await expect(column("Pending").getByRole("listitem")).toHaveCount(3);

  await lift(page, "Long letter", column("Pending"));
  await carryTo(page, column("Completed"));
  await page.mouse.up();
  await expect(column("Completed").getByRole("listitem")).toHaveText([/Long/]);
  await expect(column("Pending").getByRole("heading")).toContainText("2");
  await expect(notices(page)).toContainText("“Long letter” is set to “Completed”");
  const statusOf = async (at: number) => (await team.call(getCase, { params: { case_id: added_cases[at]?.id ?? "" } })).case.display_status;
  expect(await statusOf(1)).toBe("completed");
  // What has ended cannot be postponed; what is open is asked until when.
  await lift(page, "Long letter", column("Completed"));
  await carryTo(page, column("Postponed"));
  await expect(column("Postponed")).toContainText("This case is closed.");
  await page.mouse.up();
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(column("Pending").getByRole("listitem")).toHaveText([/Lost/, /Long/, /Short/]);
  await lift(page, "Short letter", column("Pending"));
  await carryTo(page, column("Postponed"));
  await page.mouse.up();
  const nextYear = `${new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)}T09:00`;
  await page.getByRole("dialog", { name: "Postpone" }).getByLabel("Until").fill(nextYear);
  await page.keyboard.press("Enter");
  await expect(column("Postponed").getByRole("listitem")).toHaveText([/Short/]);
  expect(await statusOf(0)).toBe("postponed");

  // Somebody else deletes the case while it is in the hand.
  allow(/status of 404/);
  await lift(page, "Lost letter", column("Pending"));
  await carryTo(page, column("Failed"));
  await team.call(deleteCase, { params: { case_id: added_cases[2]?.id ?? "" } });
  await page.mouse.up();
  await expect(notices(page)).toContainText("Nothing with this id exists");
  await expect(column("Failed")).toContainText("None");
  await expect(card("Lost letter")).toHaveCount(0);
});

test("a column whose changes cannot be read says so, and still offers them", async ({ page, signIn, service, team, allow }) => {
  allow(/Failed to load resource/);
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Telegrams" } });
  const add = (title: string) => team.call(createCases, { params: { queue_id: queue.id }, body: { case: { title } } });
  await add("First telegram");
  await signIn(page, `queues/${queue.id}?layout=board`, service);
  const pending = page.getByRole("group", { name: "Board" }).getByRole("region", { name: "Pending" });
  await expect(pending.getByRole("listitem")).toHaveText([/First/]);
  await add("Second telegram");
  const changes = pending.getByRole("button", { name: "Show changes" });
  await expect(changes).toBeVisible();
  await page.route("**/cases/search*", (route) => route.abort());
  await changes.click();
  await expect(notices(page)).toContainText("The list was not updated.");
  await expect(pending.getByRole("listitem")).toHaveText([/First/]);
  await page.unroute("**/cases/search*");
  await changes.click();
  await expect(pending.getByRole("listitem")).toHaveText([/Second/, /First/]);
  await expect(changes).toBeHidden();
});

test("Undo of a carried card brings back why it failed, and by which run", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Bird strikes" } });
  const steps = 'call claim_case {}\ncall fail_case {"reason": "Substantial damage"}';
  const agent = await team.createAgent("Strike triage", steps);
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: agent.id } });
  await attachQueues(team.call, team.teamId, { id: agent.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
  await team.call(createCases, { params: { queue_id: queue.id }, body: { case: { title: "Newark strike" } } });
  await team.runUntil(agent, "completed");
  await page.setViewportSize({ width: 1600, height: 900 });
  await signIn(page, `queues/${queue.id}?layout=board`, service);
  const column = (name: string) => page.getByRole("group", { name: "Board" }).getByRole("region", { name });
  const failed = column("Failed").getByRole("listitem");
  await expect(failed).toContainText("Substantial damage");
  await lift(page, "Newark strike", column("Failed"));
  await carryTo(page, column("Completed"));
  await page.mouse.up();
  await expect(column("Completed").getByRole("listitem")).not.toContainText("Substantial damage");
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(notices(page)).toContainText("Undone. “Newark strike” is “Failed” again");
  await expect(failed).toContainText("Substantial damage");
  await column("Failed").getByRole("link", { name: "Newark strike" }).click();
  const failure = page.getByRole("region", { name: "Failure" });
  await expect(failure).toContainText("Substantial damage");
  await expect(failure.getByRole("link", { name: "Open the run" })).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText("back to “Failed”");
});

test("an Undo that somebody else was faster than says what the case is, and shows it there", async ({
  page,
  signIn,
  service,
  team,
  allow,
}) => {
  allow(/status of 409/);
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Faxes" } });
  const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "Blank fax" }] } });
  await page.setViewportSize({ width: 1600, height: 900 });
  await signIn(page, `queues/${queue.id}?layout=board`, service);
  const column = (name: string) => page.getByRole("group", { name: "Board" }).getByRole("region", { name });
  await lift(page, "Blank fax", column("Pending"));
  await carryTo(page, column("Completed"));
  await page.mouse.up();
  const undo = notices(page).getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await team.call(updateCase, { params: { case_id: added_cases[0]?.id ?? "" }, body: { status: "canceled" } });
  await undo.click();
  await expect(notices(page)).toContainText(
    "“Blank fax” has been changed since and is “Canceled”, so nothing is undone. See its history, or set it to “Pending” yourself.",
  );
  await expect(column("Canceled").getByRole("listitem")).toHaveText([/Blank fax/]);
  await expect(column("Completed")).toContainText("None");
  await expect(column("Pending")).toContainText("None");
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test("a finger scrolls the board, and carries the card that it rests on to a column out of sight", async ({
    page,
    signIn,
    service,
    team,
  }) => {
    const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Postcards" } });
    const cases = ["Sea", "Forest"].map((title) => ({ title: `${title} postcard` }));
    const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body: { cases } });
    await page.clock.install();
    await signIn(page, `queues/${queue.id}?layout=board`, service);
    const board = page.getByRole("group", { name: "Board" });
    const column = (name: string) => board.getByRole("region", { name });
    const finger = await fingerOn(page);
    const from = await column("Pending").getByRole("link", { name: "Sea postcard" }).boundingBox();
    const card = { x: (from?.x ?? 0) + 60, y: (from?.y ?? 0) + 20 };

    // One that moves at once leaves the cards where they are: all of it is sent together and in no time, or it might rest long enough.
    await stopTime(page);
    await Promise.all([finger.press(card), ...[100, 60, 20].map((x) => finger.move({ ...card, x: card.x + x - 120 }))]);
    await expect.poll(() => board.evaluate((node) => node.scrollLeft)).toBeGreaterThan(0);
    await page.clock.resume();
    await finger.release();
    await expect(page.locator("[data-taken]")).toHaveCount(0);
    // The board may still coast from that: it is brought back until it stays there.
    const startAfterFrame = (node: HTMLElement) => {
      node.scrollTo({ left: 0 });
      return new Promise((say) => requestAnimationFrame(() => requestAnimationFrame(say)));
    };
    const placeAtStart = async () => {
      await board.evaluate(startAfterFrame);
      return column("Pending").getByRole("link", { name: "Sea postcard" }).boundingBox();
    };
    await expect.poll(placeAtStart).toEqual(from);

    await finger.press(card);
    await expect(page.locator("[data-taken]")).toContainText("Sea postcard");
    // The edge of the screen brings what lies beyond it.
    await finger.move({ x: 345, y: card.y });
    await expect(column("Canceled")).toBeInViewport({ ratio: 0.95 });
    const to = await column("Failed").boundingBox();
    await finger.move({ x: (to?.x ?? 0) + 80, y: card.y });
    await expect(column("Failed")).toContainText("Set to “Failed”");
    await finger.release();
    await expect(notices(page)).toContainText("“Sea postcard” is set to “Failed”");
    await expect(column("Failed").getByRole("listitem")).toHaveText([/Sea postcard/]);
    expect((await team.call(getCase, { params: { case_id: added_cases[0]?.id ?? "" } })).case.status).toBe("failed");
  });
});

/** A finger on a touch screen, as the browser's own tools move it. */
async function fingerOn(page: Page) {
  const tools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    tools.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    press: (at: { x: number; y: number }) => touch("touchStart", at),
    move: (to: { x: number; y: number }) => touch("touchMove", to),
    release: () => touch("touchEnd"),
  };
}

async function lift(page: Page, title: string, column: ReturnType<Page["getByRole"]>): Promise<void> {
  await column.getByRole("link", { name: title }).hover();
  await page.mouse.down();
}

async function carryTo(page: Page, column: ReturnType<Page["getByRole"]>): Promise<void> {
  const box = await column.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 200, { steps: 4 });
}
