import { generateRevision, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { expect, test } from "../fixtures.ts";
import { holdBack, writesOf } from "../held-keys.ts";

/** What decides, walks and opens on the pages of this journey. */
const tooEarly = ["a", "d", "j", "Enter", "Control+Enter", "1"];

test("three reviews in a row are decided by keyboard while the code of each page is held back", async ({
  page,
  signIn,
  ownService,
  ownTeam: team,
}) => {
  const builds: string[] = [];
  for (const word of ["One", "Two", "Three"]) {
    const agent = await team.createAgent(`Letter ${word}`, "say Done");
    const params = { build_id: (await team.addRevision(agent, team.stepsOf("say Done"), false)).id };
    await team.call(generateRevision, { params, body: { prompt: `set instructions say ${word}\nsay Says ${word}` } });
    await expect.poll(async () => (await team.call(getRevisionGeneration, { params })).generation?.summary).toBe(`Says ${word}`);
    builds.push(params.build_id);
  }
  const decisionOf = async (build_id: string) => (await team.call(getRevisionGeneration, { params: { build_id } })).generation?.decision;
  await signIn(page, "home", ownService);
  const chunks = await holdBack(page, "*/assets/*.js");
  await chunks.letGo();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  const underWay = page.getByRole("region", { name: "Decisions under way" });
  const writes = writesOf(page);
  /** Goes somewhere by keys and types on at once, as somebody does who knows the way; nothing of it may decide. */
  const goBlind = async (keys: readonly string[], before: number) => {
    await chunks.again();
    for (const key of keys) await page.keyboard.press(key);
    for (const key of tooEarly) await page.keyboard.press(key);
    expect(await underWay.getByRole("listitem").count()).toBeLessThanOrEqual(before);
    await chunks.letGo();
  };

  await goBlind(["g", "i"], 0);
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  const waiting = page.getByRole("list", { name: "Waiting for you" });
  await expect(waiting.getByRole("link")).toHaveCount(3);
  expect(writes).toEqual([]);

  await page.getByRole("link", { name: "Open the review" }).focus();
  await goBlind(["Enter"], 0);
  for (const [at, verb] of ["a", "d", "a"].entries()) {
    await expect(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();
    expect(page.url()).toContain(builds[at]);
    const agent = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(agent).toContainText(["One", "Two", "Three"][at] ?? "");
    await expect(page.getByRole("group", { name: "All changes" })).toBeVisible();
    await page.keyboard.press("n");
    await page.keyboard.press("m");
    await page.keyboard.type(`Note ${at + 1}: a d j`);
    await page.keyboard.press("Escape");
    // The keyboard has to rest before a letter decides.
    await expect(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();
    await page.keyboard.press(verb);
    await expect(page.getByRole("heading", { name: verb === "a" ? /^Accepting/ : /^Declining/ })).toBeFocused();
    if (at < 2) await goBlind(["j"], at + 1);
  }
  for (const [at, decision] of (["accepted", "declined", "accepted"] as const).entries())
    await expect.poll(() => decisionOf(builds[at] ?? "")).toBe(decision);
  const notes = await Promise.all(
    builds.map(async (build_id) => (await team.call(getRevisionGeneration, { params: { build_id } })).generation?.decision_note),
  );
  expect(notes).toEqual(["Note 1: a d j", "Note 2: a d j", "Note 3: a d j"]);
});
