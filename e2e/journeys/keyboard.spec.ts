import { createAutomation, updateAutomation } from "#contract/agents/automations.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueueLabel } from "#contract/queues/labels.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, signedOutAnswer, test } from "../fixtures.ts";
import { owner } from "../service.ts";
import { stateOf, tabTo } from "../steps.ts";

test("the whole job is done without a mouse", async ({ page, service, allow }) => {
  allow(signedOutAnswer);
  await page.goto(service.url);
  await expect(page.getByLabel("Email address")).toBeFocused();
  await page.keyboard.type(owner.email);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Without a mouse");
  const instructions = page.getByRole("textbox", { name: "Instructions" });
  await tabTo(page, instructions);
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText('ask "Which colour?" options: Red, Green\nsay It is {{last}}');
  // Tab indents in the editor; after Escape it leads on.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(instructions).not.toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Without a mouse" })).toBeVisible();

  await expect(page.getByRole("button", { name: "Start run" })).toBeEnabled();
  await page.keyboard.press("s");
  await expect(page.getByRole("dialog").getByLabel("Message")).toBeFocused();
  await page.keyboard.type("Paint the door");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "Waits for you: Which colour?" })).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: "Green" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Send answer" })).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  await expect(stateOf(page)).toHaveText("Completed");
  await expect(page.getByRole("feed", { name: "Messages" })).toContainText("Green");

  await page.keyboard.press("m");
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  await page.keyboard.type("Once more");
  await page.keyboard.press("Control+Enter");
  await expect(stateOf(page)).toHaveText("Waiting for a person");
});

test("the keys of a page are listed, can be switched off, and the list moves with j, k, x and Enter", async ({ page, signIn, team }) => {
  await team.createAgent("Keys one", "say Done");
  await team.createAgent("Keys two", "say Done");
  await signIn(page, "agents?search=Keys");
  const table = page.getByRole("table", { name: "Agents" });
  await expect(table.getByRole("row").filter({ has: page.getByRole("link") })).toHaveCount(2);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog.getByText("New agent")).toBeVisible();
  await expect(dialog.getByText("Search and commands")).toBeVisible();
  // What two keys do is listed once.
  const labels = await dialog.locator("dt").allTextContents();
  expect(labels).toEqual([...new Set(labels)]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("1 selected")).toBeHidden();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Keys one" })).toBeVisible();

  await page.keyboard.press("?");
  await tabTo(page, dialog.getByRole("switch", { name: "Single-key shortcuts" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("the focus is never lost: not by a jump, a dialog, a row that goes, or the way back", async ({ page, signIn, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Kept in hand" } });
  const params = { queue_id: queue.id };
  await team.call(createCases, { params, body: { cases: [{ title: "Third" }, { title: "Second" }, { title: "First" }] } });
  for (const value of ["one", "two"]) await team.call(createQueueLabel, { params, body: { value } });
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  await signIn(page, "runs");
  await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
  await keys("g", "q");
  await expect(page.getByRole("heading", { level: 1, name: "Queues" })).toBeFocused();
  const link = page.getByRole("table", { name: "Queues" }).getByRole("link", { name: /Kept in hand/ });
  await link.focus();
  await keys("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Kept in hand" })).toBeFocused();
  await page.goBack();
  await expect(link).toBeFocused();
  await keys("Enter");

  // A dialog that a key opened, and one that a menu of the selection did.
  const row = (title: string) => page.getByRole("table", { name: "Cases" }).getByRole("link", { name: title });
  await expect(row("First")).toBeVisible();
  const dialog = page.getByRole("dialog");
  await keys("j", "j");
  await expect(row("Second")).toBeFocused();
  await keys("c");
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await keys("Escape");
  await expect(row("Second")).toBeFocused();
  await keys("x", "?");
  await expect(dialog).toContainText("To what can be done with it");
  await keys("Escape", ".");
  const bar = page.getByRole("toolbar", { name: "Selected cases" });
  await expect(bar.getByRole("button", { name: "Status" })).toBeFocused();
  await keys("Enter", "ArrowDown", "Enter");
  await expect(dialog).toContainText("Change 1 case");
  await keys("Escape");
  await expect(bar.getByRole("button", { name: "Status" })).toBeFocused();
  await tabTo(page, bar.getByRole("button", { name: "Delete" }));
  await keys("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Delete 1 case" }));
  await keys("Enter");
  await expect(row("Second")).toBeHidden();
  await expect(row("Third")).toBeFocused();

  // What was deleted from its own row hands over to the one behind it.
  await page.goto(`${page.url()}?tab=labels`);
  await page.getByRole("button", { name: "Delete one" }).press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Delete label" }));
  await keys("Enter");
  await expect(page.getByRole("button", { name: "Delete one" })).toBeHidden();
  await expect(page.getByRole("table", { name: "Labels" }).getByRole("link", { name: "two" })).toBeFocused();
});

test("Tab leads out of the page at its end, and is not brought back", async ({ page, signIn, ownService }) => {
  // Without rows: each of them is a stop of Tab.
  await signIn(page, "runs", ownService);
  await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
  // A browser with a window has its bar there. This one gives the focus back at once, and sooner than the page notices on a quiet machine.
  await page.evaluate(() => (document.hasFocus = () => false));
  const first = page.getByRole("link", { name: "Skip to content" });
  await first.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(first).not.toBeFocused();
  await tabTo(page, first);
  await page.keyboard.press("Tab");
  await tabTo(page, first);
});

test("the palette leads to a page, an agent, an automation, a queue, a case, a run and the object of a pasted id", async ({
  page,
  signIn,
  ownService,
  ownTeam: team,
  allow,
}) => {
  // An id does not say what it is the id of, so each kind is asked for.
  allow(/status of 404.*\/v2\/(agents|automations|cases|queues|runs)\/[0-9a-f-]{36}/);
  // Who has signed out is asked who they are.
  allow(/status of 401.*\/v2\/session/);
  const agent = await team.createAgent("Palette agent", "say Done");
  const run = await team.runUntil(agent, "completed", "Palette run about harbours");
  const params = { teamId: team.teamId };
  // Its first agent keeps the name that it was made with.
  const { automation } = await team.call(createAutomation, { params, body: { name: "Barges" } });
  await team.call(updateAutomation, { params: { automation_id: automation.id }, body: { name: "Steered works" } });
  const { queue } = await team.call(createQueue, { params, body: { name: "Waiting lorries" } });
  await team.call(createCases, { params: { queue_id: queue.id }, body: { case: { title: "Delivery note L-2026/118" } } });
  await signIn(page, "agents", ownService);
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  const go = async (text: string, option: RegExp, title: string | RegExp) => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search and commands" });
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.insertText(text);
    await expect(palette.getByRole("option", { name: option }).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(palette).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  };
  await go("files", /Library: Files/, "Files");
  await go("organization set", /^Organization settings/, /settings$/);
  await go("profile", /^Profile and API keys/, "Profile");
  await go("palette ag", /Palette agent/, "Palette agent");
  await go("steered", /Steered works/, "Steered works");
  await go("lorries", /Waiting lorries/, "Waiting lorries");
  await go(queue.id, /Waiting lorries/, "Waiting lorries");
  await go("l-2026/118", /Delivery note L-2026\/118.*Waiting lorries/, "Delivery note L-2026/118");
  await go("harbours", /Palette run about harbours/, /Palette run about harbours/);
  await go(agent.id, /Palette agent/, "Palette agent");
  await go(run.id.toUpperCase(), /Palette run about harbours/, /Palette run about harbours/);
  const act = async (text: string, option: string) => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search and commands" });
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.insertText(text);
    await expect(palette.getByRole("option", { name: option, exact: true })).toHaveAttribute("aria-selected", "true");
    await palette.getByRole("combobox").press("Enter");
    await expect(palette).toBeHidden();
  };
  await act("dark", "Appearance: Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await act("appearance: sys", "Appearance: System");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  await go("lorries", /Waiting lorries/, "Waiting lorries");
  await act("import", "Import cases");
  await expect(page.getByRole("heading", { level: 1, name: "Import cases" })).toBeVisible();
  await act("new agent", "New agent");
  await expect(page.getByRole("heading", { level: 1, name: "New agent" })).toBeVisible();
  await act("sign out", "Sign out");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("the palette begins with what its page is for, and then leads to pages", async ({ page, signIn, team }) => {
  const agent = await team.createAgent("Palette drafter", "say Done");
  const draft = await team.addRevision(agent, { version: "v1", data: { model: "scripted", input: "say Done again" } }, false);
  await signIn(page, `agents/${agent.id}/revisions/${draft.id}`);
  await expect(page.getByRole("button", { name: "Generate…" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const options = page.getByRole("dialog", { name: "Search and commands" }).getByRole("option");
  await expect(options.first()).toHaveText("Generate a change…");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Generate a change" })).toBeVisible();
});

test("a page that comes behind the palette leaves it the focus", async ({ page, signIn }) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route("**/v2/capabilities", async (route) => {
    await opened;
    await route.continue();
  });
  await signIn(page, "agents/new");
  await expect(page.getByRole("heading", { level: 1, name: "New agent" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const input = page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox");
  await expect(input).toBeFocused();
  open();
  await expect(page.locator("main input[name=name]")).toBeVisible();
  await page.keyboard.type("queues");
  await expect(input).toHaveValue("queues");
});
