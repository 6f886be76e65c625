import { createClarityProcess } from "#contract/clarity/processes.ts";
import { expectAccessible } from "../axe.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";

const map = (inside: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><laneSet id="ls"><lane id="l" name="Clerk"><flowNodeRef>check</flowNodeRef></lane></laneSet>
  <startEvent id="s"/><userTask id="check" name="Check the invoice"/><endEvent id="e"/>
  <sequenceFlow id="f1" sourceRef="s" targetRef="check"/><sequenceFlow id="f2" sourceRef="check" targetRef="e"/>${inside}</process></definitions>`;

test("a process map is the current process without a provider, with its lanes", async ({ page, signIn, ownService, ownTeam }) => {
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: "Pay" } });
  await signIn(page, `clarity/processes/${process.id}`, ownService);
  await page.getByRole("button", { name: "Add document" }).click();
  const file = { name: "pay.bpmn", mimeType: "application/xml", buffer: Buffer.from(map("")) };
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file);
  await expect(page.getByRole("link", { name: /^pay\.bpmn(?!\.xml)/ })).toBeVisible();
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(page.getByText("Version 1, draft")).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByRole("textbox", { name: "Title of step 2" })).toHaveValue("Check the invoice");
  await expect(page.getByLabel("Role of step 2", { exact: true })).toHaveValue("Clerk");
});

test("a process map drawn elsewhere is read by its elements, and what no step can hold is named; a picture is kept", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  allow(/status of 400/);
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: "Pay" } });
  await signIn(page, `clarity/processes/${process.id}`, ownService);
  await page.getByRole("button", { name: "Add document" }).click();
  const dialog = page.getByRole("dialog");
  const add = (name: string, bytes: string | Buffer) =>
    dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  await add("wrong.bpmn", map(`<sequenceFlow id="f3" sourceRef="check" targetRef="gone"/><task id="s" name="Pay"/>`));
  await expect(dialog.getByText("wrong.bpmn was not added. It is wrong in 2 places:")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText([
    "s: Another element has the same id",
    "f3: Its target ref refers to gone, which is not in this file",
  ]);
  await expectAccessible(page, "a process map that is refused");
  await add("pay.bpmn", map(`<subProcess id="sub" name="Approve the payment"/><boundaryEvent id="b" attachedToRef="check"/>`));
  await page.getByRole("link", { name: /^pay\.bpmn(?!\.xml)/ }).click();
  await expect(page.getByText("Process map", { exact: true })).toBeVisible();
  const passages = page.getByRole("group", { name: "Evidence" }).getByRole("listitem");
  await expect(passages).toContainText([
    "Clerk",
    "Clerk: Check the invoice",
    "start event → Check the invoice",
    "Check the invoice → end event",
    "Approve the payment",
  ]);
  await page.getByText("What no step can hold").click();
  const named = page.getByRole("region", { name: "What no step can hold" });
  await expect(named.getByText("Steps have no events on the border of a task. Draw a choice after the task")).toBeVisible();
  await expectAccessible(page, "a process map with what no step can hold");
  await expectFits(page, "a process map");
  await named.getByRole("link", { name: "Sub process “Approve the payment”" }).click();
  await expect(page.locator("[aria-current=location]")).toContainText("Approve the payment");
  await page.getByRole("link", { name: "Pay", exact: true }).click();
  await page.getByRole("button", { name: "Add document" }).click();
  await add("board.png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
  await page.getByRole("link", { name: /board\.png/ }).click();
  await expect(page.getByText("Nothing was read from this picture")).toBeVisible();
  await expectAccessible(page, "a picture");
});
