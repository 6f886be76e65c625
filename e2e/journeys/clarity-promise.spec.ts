import { promoteRevision } from "#contract/agents/revisions.ts";
import { sampleProcess } from "#contract/clarity/sample-process.ts";
import { plantWork } from "#server/clarity/measuring/planted-work.cases.ts";
import { expectAccessible } from "../axe.ts";
import { confirmFigure, press } from "../clarity-keys.ts";
import { draftOfProcess } from "../clarity-work.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";

test("each figure of a promise is confirmed by itself, is too few at first, and what failed is beside it", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  const captures = Object.fromEntries(sampleProcess.captures.map(({ fileName, text }) => [fileName, text]));
  const { processId, agentId, buildId } = await draftOfProcess(ownTeam, "Pay a supplier’s invoice", captures);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `clarity/processes/${processId}?tab=handover`, ownService);
  const { keyboard } = page;
  const row = (name: string) => page.getByRole("region", { name, exact: true });
  await test.step("each figure is confirmed by itself", async () => {
    await confirmFigure(page, "Success", "950");
    await expect(page.getByText("Use a percentage from 1 to 100")).toBeVisible();
    await confirmFigure(page, "Success", "50");
    await confirmFigure(page, "Minutes per case", "6");
    await expect(page.getByRole("checkbox", { name: "Confirmed: Success" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Confirmed: Minutes per case" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Confirm: Cases a week" })).not.toBeChecked();
  });

  // It has been live for a while.
  await ownTeam.call(promoteRevision, { params: { build_id: buildId }, body: {} });
  await ownService.query("update revisions set first_live_at = now() - interval '20 days' where id = $1", [buildId]);
  const where = { teamId: ownTeam.teamId, agentId, buildId };
  const work = (count: number, failed = false) =>
    plantWork(
      ownService,
      where,
      Array.from({ length: count }, () => ({
        minutes: failed ? 9 : 4,
        of: failed ? ("failed" as const) : ("completed" as const),
        ...(failed && { said: "Two orders with one number." }),
        steps: ["step-record-invoice", "step-match-invoice-to-order"],
      })),
    );

  await test.step("of a few cases nothing is said", async () => {
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/clarity/processes/${processId}?tab=promise`);
    await expect(page.getByRole("heading", { name: "No runs yet" })).toBeVisible();
    await work(5);
    await page.reload();
    await expect(row("Success")).toContainText("Too few");
    await expect(row("Minutes per case")).toContainText("The end of 5 cases is known.");
    await expect(row("Cases a week")).toContainText("Too few weeks");
    await expectAccessible(page, "a promise of which nothing can be said");
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agentId}`);
    await expect(page.getByText("Success: promised 50%, so far too few cases")).toBeVisible();
    await page.goBack();
  });

  await test.step("of more, whether it was kept, and what failed", async () => {
    await work(20);
    await work(1, true);
    await ownService.query("update clarity_captures set created_at = now() - interval '30 days'");
    await page.reload();
    await expect(page.getByText("26 runs over 26 cases")).toBeVisible();
    await expect(row("Success")).toContainText("Kept");
    await expect(row("Minutes per case")).toContainText("1 case over 6.0 failed as well: drawn hollow.");
    const failed = page.getByRole("region", { name: "Failed cases" });
    await expect(failed.getByRole("listitem")).toContainText("Two orders with one number.");
    await expect(failed.getByRole("listitem")).toContainText("5 Match invoice to order");
    await expect(page.getByRole("table", { name: "By step" }).getByRole("row")).toHaveCount(3);
    await expect(page.getByRole("region", { name: "Evidence and failures" })).toContainText("failed once after its last evidence");
    await press(page, "Request a capture");
    await expect(page.getByRole("dialog", { name: "Invite to an interview" })).toContainText("A link is good for one interview");
    await keyboard.press("Escape");
    await tabTo(page, page.getByRole("button", { name: "Revision 1" }));
    await keyboard.press("Enter");
    await expect(page.getByText("26 runs over 26 cases")).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, "a promise on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("of a step its question comes first, and then what was done of it", async () => {
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/clarity/processes/${processId}?step=step-match-invoice-to-order`);
    const facts = page.getByRole("complementary", { name: "Step 5" });
    await expect(facts.getByRole("region", { name: "Runs" })).toBeAttached();
    await expect(facts.getByRole("button", { name: "Before", exact: true })).toBeInViewport();
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/clarity/processes/${processId}?tab=promise`);
  });

  await test.step("what fails says so by itself, and the others stand", async () => {
    allow(/status of 500/, /^answer: 500 .*\/achieved/);
    const broken = /\/achieved(\?|$)/;
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { error: { code: "internal", message: "It broke." } } }));
    await page.reload();
    await expect(page.getByRole("heading", { name: "Could not load what was achieved" })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Confirmed: Success" })).toBeChecked();
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agentId}`);
    await expect(page.getByText("What became of its promise could not be loaded.")).toBeVisible();
    await page.unroute(broken);
  });

  await test.step("the agent says what it was made from, and the list how far the process is", async () => {
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agentId}`);
    await expect(page.getByText(/Success: promised 50%, so far 96\.2%/)).toBeVisible();
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/clarity/processes`);
    await expect(page.getByRole("row").filter({ hasText: "Pay a supplier" })).toContainText("Measured");
    await work(1, true);
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: "Pay a supplier" })).toContainText("Outdated by 2 failures");
  });
});
