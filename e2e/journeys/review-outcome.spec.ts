import { generateRevision, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { expectFits } from "../fits.ts";
import { joinTeam, openAs } from "../people.ts";

test("who decided about a proposal, when and why is one sentence in every window", async ({
  page,
  browser,
  signIn,
  ownService,
  ownTeam: team,
}) => {
  const agent = await team.createAgent("Dunning letters", "say Done");
  const draft = await team.addRevision(agent, team.stepsOf("say Done"), false);
  const params = { build_id: draft.id };
  const generate = async (word: string) => {
    await team.call(generateRevision, { params, body: { prompt: `set instructions say ${word}\nsay Says ${word}` } });
    await expect.poll(async () => (await team.call(getRevisionGeneration, { params })).generation?.summary).toBe(`Says ${word}`);
  };
  await generate("Soon");
  const review = `agents/${agent.id}/revisions/${draft.id}/review`;
  await signIn(page, review, ownService);
  await expect(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();

  // Ada declines in her window, with her reason.
  const other = await browser.newContext();
  const hers = await other.newPage();
  const ada = await joinTeam(ownService, team.teamId, "Ada", "team:manager");
  await openAs(hers, ownService, ada, `/t/${team.teamId}/${review}`);
  await expect(hers.getByRole("button", { name: /^Accept/ })).toBeEnabled();
  await hers.keyboard.press("m");
  await hers.keyboard.type("Too soon for suppliers abroad");
  await hers.keyboard.press("Escape");
  await hers.keyboard.press("d");
  await expect(hers.getByRole("heading", { name: /^Declined by you, .*: “Too soon for suppliers abroad”/ })).toBeVisible();

  // The other window says it once, and nothing that contradicts it.
  const content = page.locator("#content");
  await expect(content.getByText(/^Declined by Ada, .*: “Too soon for suppliers abroad”/)).toHaveCount(1);
  for (const wrong of ["Somebody else", "Nothing is decided", "Still waiting", "has been replaced", "what changed since"])
    await expect(content.getByText(wrong), wrong).toHaveCount(0);
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: /^Declined by Ada, .*: “Too soon for suppliers abroad”/ })).toBeVisible();
  await expect(page.getByText("Your notes are kept")).toHaveCount(0);
  // What it was about stands below, and cannot be decided again.
  const changes = page.getByRole("group", { name: "All changes" });
  await expect(changes).toContainText("say Soon");
  await expect(page.getByRole("region", { name: "Your decision" })).toHaveCount(0);
  await expectAccessible(page, "a declined proposal");
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Declined by Ada/ })).toBeVisible();

  // A later request lists the decider with the decision, and the asker with the request.
  await generate("Later");
  await expect(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();
  const request = page.getByRole("group", { name: "Request", exact: true });
  await request.getByText("set instructions say Later").first().click();
  await request.getByText("Earlier requests (1)").click();
  const earlier = request.getByRole("list", { name: "Earlier requests" }).getByRole("listitem");
  await expect(earlier).toContainText(/Declined by Ada, .*: “Too soon for suppliers abroad”/);
  await expect(earlier).toContainText(/Asked by \S+/);
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: /^Accepted into the draft by you, / })).toBeVisible();
  await expect(changes).toContainText("say Later");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFits(page, "an accepted proposal on a phone");
  await page.getByRole("button", { name: "Make live" }).click();
  await expect(page.getByLabel("Release note")).toHaveValue("Says Later");
  await other.close();
});
