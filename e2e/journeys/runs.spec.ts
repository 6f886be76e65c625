import { expect, test } from "../fixtures.ts";
import { downloaded, downloadedText, notices, stateOf } from "../steps.ts";

test("runs are filtered in the address, found, exported and stopped", async ({ page, signIn, ownService, ownTeam }) => {
  const done = await ownTeam.createAgent("Invoice check", "say Checked {{message}}");
  const asking = await ownTeam.createAgent("Month report", 'ask "Which month?"\nsay Done');
  await Promise.all(Array.from({ length: 45 }, (_, at) => ownTeam.runUntil(done, "completed", `Check invoice ${at + 1}`)));
  await ownTeam.runUntil(done, "completed", '=SUM(A1:A9) "quoted", and a comma');
  for (const month of ["April", "May", "June"]) await ownTeam.runUntil(asking, "waiting", `Report ${month}`);

  await signIn(page, "runs", ownService);
  const table = page.getByRole("table", { name: "Runs" });
  const rows = table.getByRole("row");
  const count = page.getByRole("group", { name: "Filter" }).getByRole("status");
  await expect(count).toHaveText("49 runs");

  await page.getByLabel("Search titles").fill("invoice");
  await expect(page).toHaveURL(/search=invoice/);
  await page.getByLabel("Status").selectOption({ label: "Completed" });
  await expect(page).toHaveURL(/status=completed/);
  await page.getByRole("combobox", { name: "Agent" }).fill("Invoice");
  await page.getByRole("option", { name: "Invoice check" }).click();
  await expect(page).toHaveURL(new RegExp(`agent=${done.id}`));
  await expect(count).toHaveText("45 runs");

  const far = table.getByRole("link", { name: "Check invoice 3", exact: true });
  await far.scrollIntoViewIfNeeded();
  const top = (await far.boundingBox())?.y ?? 0;
  await far.click();
  await expect(page.getByRole("heading", { level: 1, name: "Check invoice 3" })).toBeVisible();
  await page.goBack();
  await expect(count).toHaveText("45 runs");
  await expect(page.getByLabel("Search titles")).toHaveValue("invoice");
  await expect(page.getByRole("combobox", { name: "Agent" })).toHaveValue("Invoice check");
  await expect(far).toBeInViewport();
  expect(Math.abs(((await far.boundingBox())?.y ?? 0) - top)).toBeLessThan(40);

  await page.reload();
  await expect(count).toHaveText("45 runs");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(count).toHaveText("49 runs");
  await expect(page).toHaveURL(/\/runs$/);

  await page.getByLabel("Search titles").fill("SUM");
  await expect(count).toHaveText("1 run");
  await page.getByRole("button", { name: "Export" }).click();
  const csv = await downloadedText(page, () => page.getByRole("menuitem", { name: "CSV, for a spreadsheet" }).click());
  const [head, line, ...rest] = csv.replace("\uFEFF", "").trimEnd().split("\r\n");
  expect(head?.split(",")).toEqual(expect.arrayContaining(["id", "title", "status", "agent", "created_at"]));
  expect(line).toContain(`"'=SUM(A1:A9) ""quoted"", and a comma",completed,Invoice check`);
  expect(rest).toEqual([]);
  await page.getByRole("button", { name: "Export" }).click();
  const json = await downloaded(page, () => page.getByRole("menuitem", { name: /JSON/ }).click());
  expect(json.suggestedFilename()).toMatch(/^runs-\d{4}-\d\d-\d\d\.json$/);

  await page.getByLabel("Search titles").fill("Report");
  await expect(count).toHaveText("3 runs");
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  const selection = page.getByRole("toolbar", { name: "Selected runs" });
  await expect(selection).toContainText("3 selected");
  await selection.getByRole("button", { name: "Stop 3 runs" }).click();
  const dialog = page.getByRole("dialog", { name: "Stop 3 runs?" });
  await dialog.getByRole("button", { name: "Stop 3 runs" }).click();
  await expect(
    page
      .getByRole("dialog", { name: "Runs stopped" })
      .getByRole("status")
      .filter({ hasText: /^3 stopped\.$/ }),
  ).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(rows.filter({ hasText: "Stopped" })).toHaveCount(3);
  await expect(selection).toBeHidden();
});

test("new runs wait behind a chip, so that nothing moves under the pointer", async ({ page, signIn, ownService, ownTeam, allow }) => {
  allow(/Failed to load resource/);
  const agent = await ownTeam.createAgent("Quick", "say Done");
  await ownTeam.runUntil(agent, "completed", "First run");
  await signIn(page, "runs", ownService);
  const table = page.getByRole("table", { name: "Runs" });
  await expect(table.getByRole("link", { name: /First run/ })).toBeVisible();
  await ownTeam.runUntil(agent, "completed", "Second run");
  const chip = page.getByRole("button", { name: "1 new" });
  await expect(chip).toBeVisible();
  await expect(table.getByRole("link", { name: /Second run/ })).toHaveCount(0);
  // Who asks for them while the service cannot be reached is told so, and keeps what there is.
  await page.route("**/v2/teams/*/runs?*", (route) => route.abort());
  await chip.click();
  await expect(notices(page)).toContainText("The list was not updated. The service did not answer.");
  await expect(table.getByRole("link", { name: /First run/ })).toBeVisible();
  await page.unroute("**/v2/teams/*/runs?*");
  await chip.click();
  await expect(table.getByRole("link").first()).toHaveText(/Second run/);
});

test("a run that ended after its link was touched is shown as it is now", async ({ page, signIn, ownService, ownTeam }) => {
  const agent = await ownTeam.createAgent("Payer", 'approve "Pay?"\nsay Paid');
  const run = await ownTeam.runUntil(agent, "waiting", "Pay the rent");
  await signIn(page, "runs", ownService);
  const link = page.getByRole("table", { name: "Runs" }).getByRole("link", { name: /Pay the rent/ });
  // What a hovered link leads to is read before it is clicked.
  const [answer] = await Promise.all([page.waitForResponse(new RegExp(`/v2/runs/${run.id}/details`)), link.hover()]);
  await answer.finished();
  await ownTeam.approve(run.id);
  await ownTeam.waitFor(run.id, "completed");
  await expect(page.getByRole("table", { name: "Runs" })).toContainText("Completed");
  await link.click();
  await expect(stateOf(page)).toHaveText("Completed");
});

test("text is found in a run, one match after another", async ({ page, signIn, ownService, ownTeam }) => {
  const agent = await ownTeam.createAgent("Invoice check", "say Invoice 11 is paid");
  const run = await ownTeam.runUntil(agent, "completed", "Check invoice 11");
  await signIn(page, `runs/${run.id}`, ownService);
  await expect(page.getByText("Invoice 11 is paid")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+f");
  const search = page.getByRole("search", { name: "Find in this run" });
  await search.getByRole("textbox").fill("INVOICE 11");
  await expect(search.getByRole("status")).toHaveText("1 of 2");
  await page.keyboard.press("Enter");
  await expect(search.getByRole("status")).toHaveText("2 of 2");
  await search.getByRole("textbox").fill("Invoice 12");
  await expect(search.getByRole("status")).toHaveText("None");
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
});
