import { generateRevision, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import type { Config } from "#contract/agents/config.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { attachRevisionLogin, createCredential } from "#contract/connections/logins.ts";
import { attachRevisionSecret, createSecret } from "#contract/connections/secrets.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { getSession } from "#contract/teams/session.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { expect, test } from "../fixtures.ts";
import { expectFits } from "../fits.ts";
import { expectInPlace, scrolledPast, walkChanges } from "../in-place.ts";
import { tabTo } from "../steps.ts";
import type { TeamWork } from "../team-work.ts";

const lines = (word: string) =>
  Array.from({ length: 900 }, (_, at) => `say ${at % 90 === 7 ? word : "Keep"} the books of ${at}`).join("\n");
const modelled = (data: object): Config => ({ version: "v1", data: { model: "scripted", ...data } }) as Config;

/** A draft that differs from the live revision in everything that a model step has. Returns where the two are compared. */
async function everythingChanged(team: TeamWork): Promise<string> {
  const { teamId } = team;
  const agent = await team.createAgent("Compared", lines("Check"), ["terms.md"]);
  const draft = await team.addRevision(
    agent,
    modelled({
      input: lines("Sign"),
      temperature: 0.2,
      tools: [{ type: "files" }, { type: "human_request" }],
      files: ["limits.md", "rates.md"],
    }),
    false,
  );
  const at = { agentId: agent.id, buildId: draft.id };
  const secret = { name: "Mail provider", values: { MAIL_USER: "post", MAIL_PASSWORD: "Tz7-river-stone" } };
  const { id: credentialId } = await team.call(createSecret, { params: { teamId }, body: secret });
  await team.call(attachRevisionSecret, { params: at, body: { credentialId } });
  const { session } = await team.call(getSession, {});
  const login = { domain: "bank.example.com", username: "accounts", password: "Tz7-river-stone", shared: true };
  const { id } = await team.call(createCredential, { params: { teamId, userId: session.user.id }, body: login });
  await team.call(attachRevisionLogin, { params: at, body: { exposedCredentialId: id } });
  const { queue } = await team.call(createQueue, { params: { teamId }, body: { name: "Compared cases" } });
  await attachQueues(team.call, teamId, { id: agent.id, buildId: draft.id }, { consumes: [queue.id] });
  return `agents/${agent.id}/revisions/${draft.id}?against=live`;
}

/** A draft of a program of which six files differ: three of them are closed at first. */
async function filesChanged(team: TeamWork): Promise<string> {
  const program = (word: string) =>
    Object.fromEntries(
      ["main", "a", "b", "c", "d", "e"].map((name) => [`${name}.py`, `${word} = 1\n${"same = 2\n".repeat(60)}end = "${word}"\n`]),
    );
  const agent = await team.createCodeAgent("Compared files", program("before"));
  const other = await team.createCodeAgent("Source of files", { ...program("after"), "photo.bin": "\u0000\u0001" });
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: other.id } });
  const draft = await team.addRevision(agent, builds[0]?.config as Config, false);
  return `agents/${agent.id}/revisions/${draft.id}?against=live`;
}

for (const [width, height] of [
  [640, 400],
  [320, 256],
  [360, 740],
] as const) {
  test(`a proposal is read and accepted in a window of ${width} by ${height}`, async ({ page, signIn, team }) => {
    await page.setViewportSize({ width, height });
    const agent = await team.createAgent(`Small window ${width}`, lines("Check"));
    const draft = await team.addRevision(agent, team.stepsOf(lines("Check")), false);
    const params = { build_id: draft.id };
    const prompt = `set instructions ${"Answer in one polite sentence. ".repeat(12)}\nsay Politer`;
    await team.call(generateRevision, { params, body: { prompt } });
    await expect.poll(async () => (await team.call(getRevisionGeneration, { params })).generation?.summary).toBe("Politer");
    await signIn(page, `agents/${agent.id}/revisions/${draft.id}/review`);

    const asked = page.getByRole("group", { name: "Request", exact: true });
    expect((await asked.boundingBox())?.height).toBeLessThan(50);
    expect((await page.getByRole("group", { name: "All changes" }).boundingBox())?.height).toBeGreaterThan(100);
    await expectInPlace(page, `a review of ${width} by ${height}`);
    const decision = page.getByRole("region", { name: "Your decision" });
    const accept = decision.getByRole("button", { name: "Accept" });
    await expect(accept).toBeInViewport({ ratio: 1 });
    expect((await decision.boundingBox())?.height).toBeLessThan(60);
    if (width < 600 || height < 560) {
      await decision.getByRole("button", { name: "Notes" }).click();
      await expect(decision.getByRole("textbox", { name: "Notes" })).toBeFocused();
      await page.keyboard.type("Polite enough");
      await page.keyboard.press("Escape");
      await decision.getByRole("button", { name: "Notes, written" }).click();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press("n");
    await accept.click();
    await expect(page.getByRole("heading", { name: /^Accepting revision 2/ })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("heading", { name: "Accepted into the draft" })).toBeVisible();
  });
}

// What 1280 by 1024 leaves at 400 %.
test("two revisions are compared in a window of 320 by 256", async ({ page, signIn, team, allow }) => {
  // What is no text cannot be read as one.
  allow(/status of 400.*\/code-blobs\//);
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, await filesChanged(team));
  await expect(page.getByRole("region", { name: "Files of the program" })).toContainText("photo.bin");
  await expectInPlace(page, "a comparison of 320 by 256");
  await expectFits(page, "a comparison");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await tabTo(page, page.getByRole("button", { name: "Swap revisions" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Revision 1" })).toBeVisible();
  await page.getByRole("button", { name: "Jump to a section" }).press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "All changes" }).locator("[aria-current=true]")).toBeInViewport();
});

test("a reader of changes sees the one they are at, of whatever kind, and the page stays where it is", async ({
  page,
  signIn,
  team,
  allow,
}) => {
  // What is no text cannot be read as one.
  allow(/status of 400.*\/code-blobs\//);
  await signIn(page, await everythingChanged(team));
  for (const part of ["Instructions", "Settings", "Tools", "Team files", "Secret keys", "Logins", "Queues"])
    await expect(page.getByRole("region", { name: part })).toBeVisible();
  await page.emulateMedia({ forcedColors: "active" });
  expect(await walkChanges(page, "everything")).toBe(23);
  await page.emulateMedia({ forcedColors: "none" });
  // Far past the end, over the changes and over the bar.
  for (const over of [page.getByRole("group", { name: "All changes" }), page.getByRole("group", { name: "Changes", exact: true })]) {
    await over.hover();
    await page.mouse.wheel(0, 40_000);
  }
  expect(await scrolledPast(page)).toEqual([]);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();

  // Drawn another way, the place is kept.
  for (let step = 0; step < 15; step += 1) await page.keyboard.press("p");
  await page.getByRole("button", { name: "Unchanged lines", exact: true }).click();
  await expect(page.getByRole("group", { name: "All changes" }).locator("[aria-current=true]")).toBeInViewport();

  await signIn(page, await filesChanged(team));
  await expect(page.getByRole("region", { name: "Files of the program" })).toContainText("photo.bin");
  for (const side of ["Live now", "Revision 2 (draft)"]) await expect(page.getByRole("columnheader", { name: side }).first()).toBeVisible();
  await expectInPlace(page, "files");
  const list = page.getByRole("navigation", { name: "Changed sections" });
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(list.locator("[aria-current=location]")).toHaveText(/photo\.bin/);

  // Faster than a closed file is read: no change of it is skipped.
  const total = 2 * 6 + 1;
  await page.reload();
  const place = page.getByRole("group", { name: "Changes", exact: true }).getByRole("status");
  // Closed files are not counted yet.
  await expect(place).toHaveText(`at least ${3 * 2 + 4} changes`);
  for (let step = 0; step < total - 1; step += 1) await page.keyboard.press("n");
  await expect(place).toHaveText(`Part 6 of 7, at least ${total} changes`);

  // Backwards into closed files: to the last change of each, however fast.
  await page.reload();
  // Closed files are not counted yet.
  await expect(place).toHaveText(`at least ${3 * 2 + 4} changes`);
  const here = page.getByRole("group", { name: "All changes" }).locator("[aria-current=true]");
  for (let step = 0; step < 2; step += 1) await page.keyboard.press("p");
  await expect(here).toContainText('end = "after"');
  await expect(place).toHaveText(`Part 6 of 7, at least ${3 * 2 + 2 + 2 + 1} changes`);
  for (let step = 0; step < total - 3; step += 1) await page.keyboard.press("p");
  await expect(place).toHaveText(`2 of ${total} changes`);
  // What the walk opened is closed behind it; the first three are open from the start.
  await expect(page.getByRole("button", { name: ".py", expanded: true })).toHaveCount(3);
});

test("each side of a comparison says which revision it is, also the older one on the right", async ({ page, signIn, team }) => {
  const agent = await team.createAgent("Two sides", "say One");
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: agent.id } });
  const second = await team.addRevision(agent, team.stepsOf("say Two"), true);
  const third = await team.addRevision(agent, team.stepsOf("say Three"), true);
  const at = (to: string, from: string) => `agents/${agent.id}/revisions/${to}?against=${from}`;
  const sides = page.getByRole("columnheader", { name: /Revision|Live/ });
  await signIn(page, at(builds[0]?.id ?? "", second.id));
  await expect(sides).toHaveText(["Revision 2 (newer)", "Revision 1 (older)"]);
  await signIn(page, at(builds[0]?.id ?? "", third.id));
  await expect(sides).toHaveText(["Live now", "Revision 1 (older)"]);
});

test("Accept is few Tab presses away in a review of 200 files, whose names are one of them", async ({ page, signIn, team }) => {
  const names = Array.from({ length: 199 }, (_, at) => `part-${String(at).padStart(3, "0")}.py`);
  const agent = await team.createCodeAgent("Many files", Object.fromEntries(["main.py", ...names].map((name) => [name, "same = 1\n"])));
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: agent.id } });
  const draft = await team.addRevision(agent, builds[0]?.config as Config, false);
  const params = { build_id: draft.id };
  await team.call(generateRevision, { params, body: { prompt: "set code print(1)\nsay One text" } });
  await expect.poll(async () => (await team.call(getRevisionGeneration, { params })).generation?.summary).toBe("One text");
  await page.setViewportSize({ width: 1440, height: 800 });
  await signIn(page, `agents/${agent.id}/revisions/${draft.id}/review`);
  const parts = page.getByRole("navigation", { name: "Changed sections" });
  await expect(parts.getByRole("button", { name: /^part-/ })).toHaveCount(199);
  const headers = page.getByRole("region", { name: "Files of the program" }).getByRole("button", { name: /part-198/ });
  await expect(headers).toHaveCount(1);

  const isHere = (name: string | RegExp) =>
    page
      .getByRole("button", { name })
      .or(page.getByRole("link", { name }))
      .evaluateAll((all) => all.some((each) => each === document.activeElement));
  const pressesTo = async (name: string | RegExp) => {
    for (let press = 1; press < 60; press += 1) {
      await page.keyboard.press("Tab");
      if (await isHere(name)) return press;
    }
    return Infinity;
  };
  // From the content on: how many sections stand beside it is no matter of a review.
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  const toSkip = await pressesTo("Skip to the decision");
  expect(toSkip + (await pressesTo(/^Accept/))).toBeLessThan(19);

  await page.getByRole("link", { name: "Skip to the decision" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Your decision" })).toBeFocused();
  expect(await pressesTo(/^Accept/)).toBeLessThan(5);

  await parts.locator("button[tabindex='0']").focus();
  await page.keyboard.press("End");
  await expect(parts.getByRole("button", { name: /^part-198/ })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(parts.getByRole("button", { name: /^part-197/ })).toBeFocused();

  // One of many is found by typing, and the list says what was looked at.
  await parts.getByRole("button", { name: /^main\.py/ }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(parts.getByRole("searchbox", { name: "Filter the changed files" })).toBeFocused();
  await page.keyboard.type("PART-01");
  await expect(parts.getByRole("button", { name: /^part-/ })).toHaveCount(10);
  await parts.getByRole("searchbox").fill("");
  await page.keyboard.press("ArrowDown");

  // Those of files that are closed are not counted before somebody comes to them.
  const place = page.getByRole("group", { name: "Changes", exact: true }).getByRole("status");
  await expect(place).toHaveText("at least 202 changes");
  await page.keyboard.press("n");
  await expect(place).toHaveText("Part 1 of 201, at least 202 changes");
  await expect(parts.getByText("1 of 200 viewed")).toHaveCount(0);
  // The list follows the reader.
  for (let step = 0; step < 45; step += 1) await page.keyboard.press("n");
  const current = parts.locator("[aria-current=location]");
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect(current.getByRole("img", { name: "Viewed" })).toBeVisible();
  await expect(parts.getByText(/^\d+ of \d+ viewed$/)).toBeVisible();
});
