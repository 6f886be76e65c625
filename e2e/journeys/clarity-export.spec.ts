import { createClarityProcess } from "#contract/clarity/processes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { type SignavioServer, signavioPassword, startSignavio } from "#server/testing/signavio-server.ts";
import { expectAccessible } from "../axe.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";
import type { Service } from "../service.ts";
import { notices } from "../steps.ts";

let tool: SignavioServer;
test.beforeAll(async () => {
  tool = await startSignavio();
});
test.afterAll(() => tool.close());

/** A version of a process as somebody saved it. Returns its id. */
async function plantVersion(service: Service, processId: string, steps: readonly Step[], status: "live" | "draft"): Promise<string> {
  const { rows } = await service.query(
    `insert into clarity_snapshots (id, process_id, kind, status, creator_type, user_id, data)
     select gen_random_uuid(), id, 'current_process', $3, 'human', user_id, json_build_object('version', 1, 'steps', $2::json)
     from clarity_processes where id = $1 returning id`,
    [processId, JSON.stringify(steps), status],
  );
  return (rows as [{ id: string }])[0].id;
}

test("a process is exported by keyboard: its problem is shown first, a failure says why, and repeated it is one model", async ({
  page,
  signIn,
  ownService: service,
  ownTeam,
}) => {
  const { process } = await ownTeam.call(createClarityProcess, {
    params: { teamId: ownTeam.teamId },
    body: { name: "Pay a supplier’s invoice" },
  });
  const deadEnd = checking().map((step) => (step.id === "check" ? { ...step, targetSteps: [] } : step));
  await plantVersion(service, process.id, deadEnd, "live");
  const directory = tool.directory();
  const dialog = page.getByRole("dialog");
  const send = page.getByRole("button", { name: "Export to SAP Signavio" });

  await test.step("a connection to the workspace says what it misses, and whether it lets in", async () => {
    await signIn(page, "connections?connection=new", service);
    await dialog.getByLabel("Name", { exact: true }).fill("Modeling, north");
    await dialog.getByRole("combobox", { name: "Integration" }).selectOption("SAP Signavio");
    await dialog.getByRole("button", { name: "Save connection" }).press("Enter");
    await expect(dialog.getByLabel("Directory")).toHaveAccessibleDescription(/Enter the id of a directory/);
    await dialog.getByLabel("Address").fill(tool.url);
    await dialog.getByLabel("User name").fill("analyst@example.com");
    await dialog.getByLabel("Password", { exact: true }).fill("wrong at first");
    await dialog.getByLabel("Directory").fill(directory);
    await page.keyboard.press("Enter");
    await expect(notices(page)).toContainText("Modeling, north saved");
    await page.getByRole("link", { name: "Modeling, north" }).press("Enter");
    await expect(page.getByText("does not accept this user name and password")).toBeVisible();
    await page.getByRole("button", { name: "Edit" }).press("Enter");
    await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("");
    await dialog.getByLabel("Password", { exact: true }).fill(signavioPassword);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByText("The workspace lets you in")).toBeVisible();
  });

  await test.step("the export of a process that does not end leads to the step where it stops", async () => {
    await page.goto(`${service.url}/t/${ownTeam.teamId}/clarity/processes/${process.id}`);
    await page.getByRole("button", { name: "Export" }).press("Enter");
    await page.getByRole("menuitem", { name: /SAP Signavio/ }).press("Enter");
    await expect(page.getByText("Signed in", { exact: true })).toBeVisible();
    await expect(page.getByText("1 problem")).toBeVisible();
    await send.press("Enter");
    const problem = page.getByRole("button", { name: "2 Check the invoice", exact: true });
    await expect(problem).toBeFocused();
    await expect(page.getByRole("row", { name: /Check the invoice/ })).toContainText("The flow stops here without an end.");
    await expect(page).toHaveURL(/step=check/);
    await page.keyboard.press("j");
    await expect(page.getByRole("button", { name: "3 Paid", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/step=paid/);
    await expectAccessible(page, "an export with a problem");
    await page.keyboard.press("k");
    await page.keyboard.press("e");
    await expect(page).toHaveURL(/shown=.*step=check|step=check.*shown=/);
  });

  const sound = await plantVersion(service, process.id, checking(), "draft");
  const place = `${service.url}/t/${ownTeam.teamId}/clarity/processes/${process.id}/versions/${sound}/export`;
  const latest = page.getByRole("region", { name: "Latest export" });

  await test.step("an owner that is no entry of the glossary is said under its field", async () => {
    await page.goto(place);
    await expect(page.getByText("Signed in", { exact: true })).toBeVisible();
    await page.getByLabel("Owner").fill("lead");
    await send.press("Enter");
    await expect(page.getByLabel("Owner")).toHaveAccessibleDescription(/Use the address of an entry of the glossary/);
    await page.getByLabel("Owner").fill("/glossary/lead");
  });

  await test.step("one that is not let in fails with the reason", async () => {
    // The page asks by itself too whether it is let in.
    tool.logins("analyst@example.com", ...Array.from({ length: 20 }, () => "page" as const));
    await page.keyboard.press("Enter");
    await expect(latest).toContainText("Failed");
    await expect(latest).toContainText("does not accept this user name and password");
    expect(tool.models(directory)).toHaveLength(0);
  });

  await test.step("repeated, with an answer that is lost, it is one model with its owner", async () => {
    tool.logins("analyst@example.com");
    tool.imports(directory, "silent");
    await latest.getByRole("button", { name: "Export again" }).press("Enter");
    await expect(latest).toContainText("Completed");
    const [model, ...more] = tool.models(directory);
    expect(more).toHaveLength(0);
    expect(model).toMatchObject({ name: "Pay a supplier’s invoice" });
    expect(model?.bpmn).toContain('metaValue="/glossary/lead"');
    await expect(latest.getByRole("link", { name: "Open the model" })).toHaveAttribute("href", `${tool.url}/p/hub/model/${model?.id}`);
    await expect(page.getByRole("row", { name: /File name is taken/ })).toBeVisible();
    await expectAccessible(page, "an export that is done");
  });

  await test.step("a phone is told that it is too narrow", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole("heading", { name: "An export needs a wider window" })).toBeVisible();
    await expectFits(page, "an export on a phone");
  });
});
