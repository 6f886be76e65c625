import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { attachRevisionSecret, createSecret } from "#contract/connections/secrets.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { joinTeam, openAs } from "../people.ts";
import { notices, tabTo } from "../steps.ts";

const program = (what: string) => `import os\nprint(${what})\n`;
const [harmless, curious, loud] = ["'KEY' in os.environ", "len(os.environ.get('KEY', ''))", "os.environ.get('KEY')"].map(program);

test("what somebody else changes suspends a personal secret, and only its owner lets it count again, by keyboard", async ({
  page,
  openBrowser,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  // What was changed a moment before is not agreed to unseen.
  allow(/status of 409.*\/agreement/);
  const { teamId } = ownTeam;
  const agent = await ownTeam.createCodeAgent("Mailer", harmless ?? "");
  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: agent.id } });
  const config = builds[0]?.config;
  if (!config) throw new Error("The agent has no revision.");
  const draft = await ownTeam.addRevision(agent, config, false);
  const secret = { name: "Bank", values: { KEY: "k9-Very/secret" } };
  const { id: credentialId } = await ownTeam.call(createSecret, { params: { teamId }, body: secret });
  await ownTeam.call(attachRevisionSecret, { params: { agentId: agent.id, buildId: draft.id }, body: { credentialId } });
  const max = await joinTeam(ownService, teamId, "Max Schmidt", "team:manager");
  const place = `/t/${teamId}/agents/${agent.id}/revisions/${draft.id}`;

  await signIn(page, place, ownService);
  const shown = page.getByRole("textbox", { name: "main.py" });
  await expect(shown).toContainText("print('KEY' in os.environ)");
  const mine = page.getByRole("status").filter({ hasText: "Your secrets and logins are suspended" });
  await expect(mine).toBeHidden();

  const other = await openBrowser();
  await openAs(other, ownService, max, place);
  const write = async (text: string | undefined) => {
    await other.getByRole("textbox", { name: "main.py" }).fill(text ?? "");
    const saved = other.waitForResponse((answer) => answer.request().method() === "PATCH");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    expect((await saved).ok()).toBe(true);
  };
  await write(curious);
  // The editor is told what the change did, and that it is not theirs to agree.
  const theirs = other.getByRole("status").filter({ hasText: "Suspended: 1 personal secret of owner" });
  await expect(theirs).toContainText(/Max Schmidt changed the program on .+ Runs that owner starts get none of them until owner agrees\./);
  await expect(other.getByRole("button", { name: "Agree" })).toBeHidden();
  await other.getByRole("button", { name: "Make live" }).click();
  const problem = other.getByRole("dialog").getByRole("listitem").filter({ hasText: "Suspended: 1 personal secret of owner" });
  await expect(problem).toContainText("Ask the owner to agree.");
  await expectAccessible(other, "a suspended secret before a revision goes live", "[role=dialog]");
  await other.keyboard.press("Escape");

  // The owner's window follows by itself.
  await expect(mine).toContainText("Max Schmidt changed the program on");
  await expectAccessible(page, "a suspended secret");
  // Nobody agrees to what they have not seen.
  await expect(mine.getByRole("button")).toHaveText(["Review and agree…"]);
  await tabTo(page, mine.getByRole("button"));
  await page.keyboard.press("Enter");
  const review = page.getByRole("dialog", { name: "What changed since you agreed" });
  await expect(review.getByRole("region", { name: "Program" })).toContainText("print('KEY' in os.environ)");
  await expect(review.getByRole("region", { name: "Program" })).toContainText("print(len(os.environ.get('KEY', '')))");
  await expectAccessible(page, "what changed since an agreement", "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(mine.getByRole("button")).toBeFocused();

  // What changes while the owner looks is not agreed to with what they saw.
  let changed = false;
  await page.route("**/agreement", async (route) => {
    if (route.request().method() === "POST" && !changed) {
      changed = true;
      await write(loud);
    }
    await route.continue();
  });
  await page.keyboard.press("Enter");
  await tabTo(page, review.getByRole("button", { name: "Agree" }));
  await page.keyboard.press("Enter");
  await expect(notices(page)).toContainText("The revision was changed after you looked at it.");
  await expect(review.getByRole("region", { name: "Program" })).toContainText("print(os.environ.get('KEY'))");
  await page.keyboard.press("Enter");
  await expect(notices(page)).toContainText("Agreed. Your secrets and logins are used again.");
  await expect(review).toBeHidden();
  await expect(mine).toBeHidden();
  await expect(theirs).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  // From the secret itself: what uses it without getting it, and the way there.
  await write(harmless);
  await page.goto(`${ownService.url}/t/${teamId}/secrets`);
  await page.getByRole("table", { name: "Secrets" }).getByRole("link", { name: "Bank" }).click();
  const uses = page.getByRole("dialog").getByRole("list", { name: "Revisions that use it" });
  await expect(uses).toContainText(/Suspended: Max Schmidt changed the program on/);
  await uses.getByRole("link", { name: /^Review and agree/ }).click();
  await mine.getByRole("button").click();
  await review.getByRole("button", { name: "Agree" }).click();
  await expect(mine).toBeHidden();
  await expect(theirs).toBeHidden();
});
