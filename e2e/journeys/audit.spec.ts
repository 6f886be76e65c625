import { createAgent, updateAgent } from "#contract/agents/agents.ts";
import { createApi } from "../api.ts";
import { expect, test } from "../fixtures.ts";
import { downloadedText, openFromOrganization } from "../steps.ts";

test("an administrator finds who changed what, by the keyboard alone, and takes it along", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const api = createApi(ownService.url, ownService.key);
  const { agent } = await api.call(createAgent, { params: { teamId: ownTeam.teamId }, body: { name: "Invoice reader" } });
  await api.call(updateAgent, { params: { agent_id: agent.id }, body: { name: "Invoice checker" } });
  // More than one page of entries, the oldest of them about the agent.
  for (let at = 0; at < 60; at++) await ownTeam.createAgent(`Reader of statement ${at}`, "say Done");

  await signIn(page, "runs", ownService);
  await test.step("the log is behind the settings of the organization", async () => {
    await openFromOrganization(page, "Open audit log", "Audit log");
  });
  const table = page.getByRole("table", { name: "Audit log" });
  const rows = table.getByRole("row");
  await test.step("it goes on to its oldest entry, and calls none of that new", async () => {
    await expect(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      expect(await rows.last().getAttribute("aria-rowindex")).toBe(await table.getAttribute("aria-rowcount"));
    }).toPass();
    expect(Number(await table.getAttribute("aria-rowcount"))).toBeGreaterThan(60);
    await expect(page.getByRole("button", { name: /\d new/ })).toHaveCount(0);
  });
  await test.step("an entry opens with what was there before and after", async () => {
    const search = page.getByRole("searchbox", { name: "Search the audit log" });
    await search.fill("invoice");
    await expect(rows.filter({ hasText: "Agent updated" })).toHaveCount(1);
    await expect(rows.filter({ hasText: "Signed in" })).toHaveCount(0);
    await rows.filter({ hasText: "Agent updated" }).getByRole("link").press("Enter");
    const drawer = page.getByRole("dialog", { name: "Agent updated" });
    await expect(drawer.getByRole("row", { name: "Name Invoice reader Invoice checker" })).toBeVisible();
    await expect(drawer.getByText("API key: Programs")).toBeVisible();
    await expect(drawer.getByRole("link", { name: "Invoice checker" })).toHaveAttribute("href", new RegExp(`/agents/${agent.id}`));
    await drawer.getByRole("button", { name: "Everything about this object" }).press("Enter");
    await expect(drawer).toHaveCount(0);
    await expect(rows).toHaveCount(3);
  });
  await test.step("what the filters leave leaves as a file", async () => {
    await page.getByRole("button", { name: "Export" }).press("Enter");
    const text = await downloadedText(page, () => page.getByRole("menuitem", { name: "CSV, for a spreadsheet" }).press("Enter"));
    expect(text.trim().split("\r\n")).toHaveLength(3);
    expect(text).toContain("agent.updated,updateAgent,agent");
  });
  await test.step("it says whether it is intact", async () => {
    await page.getByRole("button", { name: "Verify" }).press("Enter");
    await expect(page.getByRole("dialog", { name: "Verify the audit log" }).getByText(/Intact|No entry is sealed yet/)).toBeVisible();
    await page.keyboard.press("Escape");
  });
});
