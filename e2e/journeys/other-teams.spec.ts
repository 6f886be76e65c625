import { createOrgTeam } from "#contract/teams/organization-teams.ts";
import { getSession } from "#contract/teams/session.ts";
import { expect, test } from "../fixtures.ts";

test("what waits in another team is counted beside the name of this one, and leads there", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const agent = await ownTeam.createAgent("Payer", 'approve "Pay the rent?"\nsay Done');
  await ownTeam.runUntil(agent, "waiting");
  const { session } = await ownTeam.call(getSession, {});
  const params = { orgId: session.organizations[0]?.id ?? "" };
  const other = await ownTeam.call(createOrgTeam, { params, body: { name: "Night desk" } });
  await signIn(page, "home", ownService);
  const here = page.getByRole("button", { name: /switch team/ });
  await expect(here).toBeVisible();
  await expect(here).not.toContainText("waiting in other teams");
  await page.goto(new URL(`/t/${other.id}/home`, page.url()).href);
  await expect(here).toContainText("1 waiting in other teams");
  await here.click();
  await page.getByRole("menuitem").filter({ hasText: "1 waiting for you" }).click();
  await expect(page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Inbox" })).toContainText("1 waiting");
});
