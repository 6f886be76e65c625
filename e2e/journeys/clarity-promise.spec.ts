import { plantWork } from "#server/clarity/measuring/planted-work.cases.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";

test("a promise is confirmed at the handover, is too few at first, and is kept, by keyboard", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "clarity/processes", ownService);
  const { keyboard } = page;
  const press = async (name: string, within = page.locator("body")) => {
    await tabTo(page, within.getByRole("button", { name, exact: true }));
    await keyboard.press("Enter");
  };
  const tab = async (name: string) => {
    await tabTo(page, page.getByRole("tab", { selected: true }).last());
    while (!(await page.getByRole("tab", { name, selected: true }).isVisible())) await keyboard.press("ArrowRight");
  };
  const row = (name: string) => page.getByRole("region", { name, exact: true });

  await test.step("a process has a live proposal", async () => {
    await press("Add sample process");
    await expect(page.getByText("Sample process added")).toBeVisible();
    await press("Generate");
    await expect(page.getByText("Version 1, draft")).toBeVisible();
    await press("Make live");
    await expect(page.getByText("Version 1, live")).toBeVisible();
    await tab("Promise");
    await expect(page.getByRole("heading", { name: "Not handed over yet" })).toBeVisible();
    await tab("Proposal");
    await press("Propose a change");
    await press("Propose", page.getByRole("dialog"));
    await expect(page.getByText("Proposal 1, draft")).toBeVisible();
    await press("Make live");
    await expect(page.getByText("Proposal 1, live")).toBeVisible();
    await expect(page.getByRole("img", { name: "Proposed" })).toBeVisible();
  });

  const confirm = async (name: string, typed: string) => {
    const form = page.getByRole("form", { name });
    await tabTo(page, form.getByRole("textbox"));
    await keyboard.press("ControlOrMeta+A");
    await keyboard.type(typed);
    await tabTo(page, form.getByRole("checkbox"));
    await keyboard.press("Space");
  };
  await test.step("each figure is confirmed by itself", async () => {
    await tab("Handover");
    await confirm("Success", "950");
    await expect(page.getByText("Use a percentage from 1 to 100")).toBeVisible();
    await confirm("Success", "50");
    await confirm("Minutes per case", "6");
    await expect(page.getByRole("checkbox", { name: "Confirmed: Success" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Confirmed: Minutes per case" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Confirm: Cases a week" })).not.toBeChecked();
  });

  await test.step("the agent is built and made live", async () => {
    await press("Build the draft");
    await expect(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();
    await keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: /^Accepted into the draft/ })).toBeVisible();
    await press("Make live");
    const dialog = page.getByRole("dialog");
    await press("Make live", dialog);
    await expect(page.getByRole("heading", { name: /is live\. Accepted/ })).toBeVisible();
  });

  const { rows } = await ownService.query(
    "select process_id, agent_id, build_id from clarity_automations where process_id in (select id from clarity_processes where team_id = $1)",
    [ownTeam.teamId],
  );
  const [built] = rows as { process_id: string; agent_id: string; build_id: string }[];
  if (!built) throw new Error("no draft was built");
  const process = `/t/${ownTeam.teamId}/clarity/processes/${built.process_id}`;
  // It has been live for a while.
  await ownService.query("update revisions set first_live_at = now() - interval '20 days' where id = $1", [built.build_id]);
  const where = { teamId: ownTeam.teamId, agentId: built.agent_id, buildId: built.build_id };
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
    await page.goto(`${ownService.url}${process}?tab=promise`);
    await expect(page.getByRole("heading", { name: "No runs yet" })).toBeVisible();
    await work(5);
    await page.reload();
    await expect(row("Success")).toContainText("Too few");
    await expect(row("Minutes per case")).toContainText("The end of 5 cases is known.");
    await expect(row("Cases a week")).toContainText("Too few weeks");
    await expectAccessible(page, "a promise of which nothing can be said");
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
    await tabTo(page, page.getByRole("button", { name: "Revision 1" }));
    await keyboard.press("Enter");
    await expect(page.getByText("26 runs over 26 cases")).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, "a promise on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the agent says what it was made from, and the list how far the process is", async () => {
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${built.agent_id}`);
    await expect(page.getByText(/Success: promised 50%, achieved 96\.2%/)).toBeVisible();
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/clarity/processes`);
    await expect(page.getByRole("row").filter({ hasText: "Pay a supplier" })).toContainText("Measured");
    await work(1, true);
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: "Pay a supplier" })).toContainText("Outdated by 2 failures");
  });
});
