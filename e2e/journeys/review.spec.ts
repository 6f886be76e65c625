import { generateRevision, getRevisionGeneration, listOpenBuilderRuns } from "#contract/agents/builder-runs.ts";
import type { Config } from "#contract/agents/config.ts";
import { getRevision, updateRevision } from "#contract/agents/revisions.ts";
import { attachRevisionSecret, createSecret } from "#contract/connections/secrets.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { expectFits } from "../fits.ts";
import { paced } from "../paced.ts";
import { expectFocusOnSomething, notices, tabTo } from "../steps.ts";

test("a generation is reviewed by keyboard, replaced meanwhile, decided again, and promoted once its missing file is there", async ({
  page,
  context,
  signIn,
  ownService,
  ownTeam: team,
  allow,
}) => {
  // A decision about what is no longer there is refused.
  allow(/status of 409/, /^answer: 409/);
  const program = (limit: number) => `print('asks above ${limit} euros')`;
  const agent = await team.createCodeAgent("Reviewed", program(50), ["in/orders.csv"]);
  const source = { kind: "inline", code: program(50) } as const;
  const draft = await team.addRevision(agent, { version: "v1", data: { language: "python", source, files: ["in/orders.csv"] } }, false);
  const params = { build_id: draft.id };
  const inTeam = { params: { teamId: team.teamId }, query: {} };
  const waiting = await team.addRevision(await team.createAgent("Reviewed next", "say Done"), team.stepsOf("say Done"), false);

  await page.clock.install();
  await signIn(page, `agents/${agent.id}/revisions/${draft.id}`, ownService);
  await page.getByRole("button", { name: "Generate…" }).click();
  const prompt = page.getByLabel("What should change?");
  await expect(prompt).toBeFocused();
  await page.keyboard.insertText(`set code ${program(20)}\nsay Asks earlier`);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("group", { name: "Request", exact: true })).toContainText("The model saysAsks earlier");
  const diff = page.getByRole("region", { name: "Program" });
  await expect(diff).toContainText(program(50));
  await expect(diff).toContainText(program(20));
  await page.keyboard.press("n");
  await expect(page.getByRole("status").filter({ hasText: "1 of 1 change" })).toBeVisible();
  // Drawn the other way, and back: the reader stays on the change that they read.
  for (const layout of ["unified", "split"]) {
    const columns = page.getByRole("columnheader");
    await page.keyboard.press("u");
    await expect(columns, layout).toHaveCount(layout === "split" ? 2 : 1);
    await expect(diff.locator("tr[aria-current=true]")).toBeFocused();
  }
  await page.keyboard.press("m");
  await page.keyboard.type("Is 20 what the team wants?");
  await page.keyboard.press("Escape");
  // The reader is back where they read, not at the top of the page.
  await expectFocusOnSomething(page);

  // Until it is decided, nothing offers to make it live: list, page and palette lead to the review.
  await page.getByRole("link", { name: "Revision 2", exact: true }).click();
  await expect(page.getByText("A model edited this draft. It is waiting for review. Managers decide")).toBeVisible();
  await expect(page.getByRole("button", { name: "Make live" })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("review");
  await expect(page.getByRole("option", { name: "Review", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Reviewed", exact: true }).click();
  await page.getByRole("tab", { name: /^Revisions/ }).click();
  const listed = page.getByRole("table", { name: "Revisions" }).getByRole("row", { name: /Revision 2|^2/ });
  await expect(listed).toContainText("Waiting for review");
  await listed.getByRole("button", { name: "Review: revision 2" }).click();
  await expect(diff).toContainText(program(20));
  await page.getByRole("link", { name: /^Inbox \d+ waiting/ }).click();
  await page
    .getByRole("list", { name: "Waiting for you" })
    .getByRole("link", { name: /Reviewed: review revision 2.*Asks earlier/ })
    .click();
  await expect(diff).toContainText(program(20));

  const header = page.locator("header").filter({ has: page.getByRole("heading", { name: "Review revision 2" }) });
  await expect(header.getByText("Waiting for review")).toBeVisible();
  // Somebody else asks again; what is under review does not move.
  await team.call(generateRevision, { params, body: { prompt: `set code ${program(10)}\nsay Asks sooner still` } });
  await expect.poll(async () => (await team.call(getRevisionGeneration, { params })).generation?.summary).toBe("Asks sooner still");
  await expect(page.getByRole("button", { name: "See what changed since" })).toBeVisible();
  await expect(header.getByText("Waiting for review")).toBeHidden();
  await expect(diff).toContainText(program(20));
  await page.keyboard.press("a");
  await expect(page.getByText("Only what changed since you looked")).toBeVisible();
  await expectFocusOnSomething(page);
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("Is 20 what the team wants?");
  await expect(diff).toContainText(program(20));
  await expect(diff).toContainText(program(10));
  await expect(diff).not.toContainText(program(50));
  // The service knows who asked for what: a reload loses nothing of it.
  await page.reload();
  await expect(page.getByText("Only what changed since you asked again")).toBeVisible();
  await expect(diff).not.toContainText(program(50));
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(diff).toContainText(program(50));
  await page.getByRole("button", { name: "Only what changed since you asked again" }).click();
  // What the agent could newly reach stands above what changed.
  await expect(page.getByText("No new permissions")).toBeVisible();
  const secret = { name: "Order system", values: { ORDERS_KEY: "k9-Very/secret" }, shared: true };
  const { id: credentialId } = await team.call(createSecret, { params: { teamId: team.teamId }, body: secret });
  await team.call(attachRevisionSecret, { params: { agentId: agent.id, buildId: draft.id }, body: { credentialId } });
  const permissions = page.getByRole("group", { name: "Permissions" });
  await expect(permissions).toContainText("1 new permission");
  await permissions.locator("summary").click();
  await expect(permissions.getByRole("listitem")).toHaveText(["Secret ORDERS_KEYof “Order system”"]);
  await expectAccessible(page, "a review with a new permission");
  const request = page.getByRole("group", { name: "Request", exact: true });
  await request.getByText("set code").first().click();
  await request.getByText("Earlier requests (1)").click();
  const earlier = request.getByRole("list", { name: "Earlier requests" });
  await expect(earlier).toContainText("Asks earlier");
  await expect(earlier.getByText("Replaced")).toBeVisible();
  // Folded again: a heading in there takes no focus.
  await permissions.locator("summary").click();
  // Undo opens the review again as it waits, with its notes.
  await expect(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();
  await paced(page, async () => {
    await page.keyboard.press("a");
    await expect(page.getByRole("heading", { name: /^Accepting revision 2/ })).toBeFocused();
    await expect(page.getByRole("region", { name: "Decisions under way" })).toContainText("Accepting in");
    await page.keyboard.press("z");
  });
  await expect(header.getByText("Waiting for review")).toBeVisible();
  await expectFocusOnSomething(page);
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("Is 20 what the team wants?");
  expect((await team.call(getRevisionGeneration, { params })).generation?.decision).toBeNull();
  await expect(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();
  await team.call(generateRevision, { params: { build_id: waiting.id }, body: { prompt: "set instructions say Ready" } });
  await expect
    .poll(async () => (await team.call(listOpenBuilderRuns, inTeam)).builder_runs.map((run) => run.build_id))
    .toContain(waiting.id);
  await page.keyboard.press("m");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Accepted into the draft" })).toBeVisible();
  await expectFocusOnSomething(page);

  // What somebody writes into the draft afterwards is not what was accepted.
  const { config } = (await team.call(getRevision, { params: { agent_id: agent.id, build_id: draft.id } })).build;
  const other: Config = { version: "v1", data: { language: "python", source, files: ["in/orders.csv"] } };
  await team.call(updateRevision, { params, body: { config: other } });
  await expect(page.getByText("has been changed since. Your accepted changes are no longer in it.")).toBeVisible();
  await team.call(updateRevision, { params, body: { config: config ?? other } });
  await expect(page.getByText("Your accepted changes are in revision 2. New runs use them once you make it live.")).toBeVisible();

  await expect(page.getByRole("link", { name: "Next waiting review (1)" })).toHaveAttribute("href", new RegExp(waiting.id));
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`${waiting.id}/review`));
  await expect(page.getByRole("button", { name: /^Accept/ })).toBeVisible();
  await page.goBack();
  await tabTo(page, page.getByRole("button", { name: "Make live" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Make revision .* live$/ });
  const problem = dialog.getByRole("link", { name: "Upload it: in/orders.csv (opens in a new tab)" });
  await expect(problem).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toContainText("Runs will fail. Fix the problems above");
  await expect(problem).toBeFocused();
  // What is refused is no danger yet: the tick is the one confirmation.
  const box = dialog.getByRole("checkbox", { name: "Make it live even though runs will fail" });
  await expect(dialog.getByRole("button", { name: "Make live", exact: true })).toBeVisible();
  await box.check();
  await expect(dialog.getByRole("button", { name: "Make live anyway" })).toBeVisible();
  await box.uncheck();
  await problem.focus();
  const [files] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
  await expect(files).toHaveURL(/files\?folder=in$/);
  await files.close();
  await team.putFile("in/orders.csv", "order,sum\n");
  await expect(problem).toBeHidden();
  await page.keyboard.press("Control+Enter");
  await expect(notices(page)).toContainText("Revision 2 is live");
  await expect(page.getByRole("heading", { name: /is live\. Accepted into the draft by you/ })).toBeVisible();
});

test("declining by keyboard leads to the next review, and what reached nobody waits to be sent or undone", async ({
  page,
  signIn,
  ownService,
  ownTeam: team,
  allow,
}) => {
  allow(/net::ERR_FAILED/);
  const agent = await team.createAgent("Declined by keyboard, whose name is longer than a phone is wide", "say Done");
  const reviews: string[] = [];
  for (const word of ["One", "Two"]) {
    const params = { build_id: (await team.addRevision(agent, team.stepsOf("say Done"), false)).id };
    await team.call(generateRevision, { params, body: { prompt: `set instructions say ${word}\n${"say More\n".repeat(80)}say ${word}` } });
    await expect.poll(async () => (await team.call(getRevisionGeneration, { params })).generation?.summary).toBe(word);
    reviews.push(`agents/${agent.id}/revisions/${params.build_id}/review`);
  }
  const [first = "", second = ""] = reviews;
  await signIn(page, "inbox", ownService);
  // However long a request is, the way to its review is in sight.
  await expect(page.getByRole("link", { name: "Open the review" })).toBeInViewport({ ratio: 1 });
  await signIn(page, first, ownService);
  const accept = page.getByRole("button", { name: /^Accept/ });
  let tried = 0;
  await page.route("**/decline", (route) => {
    tried += 1;
    return route.abort();
  });
  await expect(accept).toBeEnabled();
  await page.keyboard.press("d");
  // The service answers to everything else: it is tried a few times, and then waits for the person.
  const unsent = page.getByRole("region", { name: "Decisions under way" });
  await expect.poll(() => tried).toBe(3);
  await expect(unsent).toContainText(/Not sent yet: .* It will be sent when you are connected\./);
  await unsent.getByRole("button", { name: /^Undo/ }).click();
  await page.unroute("**/decline");

  await page.setViewportSize({ width: 360, height: 740 });
  await expectFits(page, "a review on a phone");
  await expect(page.locator("header").getByText("Waiting for review")).toBeInViewport({ ratio: 1 });
  await expect(accept).toBeEnabled();
  await page.keyboard.press("d");
  await expect(page.getByRole("heading", { name: /^Declined by you, / })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(second));
});

test("a generation that was asked for leaves no text behind, though the way to it is lost", async ({ page, signIn, team, allow }) => {
  allow(/net::ERR_FAILED/);
  const agent = await team.createAgent("Asked once", "say Done");
  const draft = await team.addRevision(agent, team.stepsOf("say Done"), false);
  await signIn(page, `agents/${agent.id}/revisions/${draft.id}`);
  const open = page.getByRole("button", { name: "Generate…" });
  const prompt = page.getByLabel("What should change?");
  // It was not asked for: what was typed stays for another try.
  await page.route(/\/generate$/, (route) => route.abort());
  await open.click();
  await prompt.fill("set instructions say More");
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/generate"));
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await failed;
  await page.reload();
  await open.click();
  await expect(prompt).toHaveValue("set instructions say More");
  await page.unroute(/\/generate$/);
  // It was asked for, and the answer to the read behind it is lost.
  let lost = 0;
  await page.route(/\/generation$/, (route) => (route.request().method() === "GET" && lost++ < 1 ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(page.getByRole("group", { name: "Request", exact: true })).toContainText("say More");
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("generate-")))).toEqual([]);
});
