import { patient } from "../expect.ts";
import { expect, test } from "../fixtures.ts";
import { holdBack } from "../held-keys.ts";
import { notices } from "../steps.ts";

const refused = (status: number) => new RegExp(`status of ${status}`);

test("a new agent says what is wrong at the field, and a reload keeps what was typed", async ({ page, signIn }) => {
  await signIn(page, "agents/new");
  const name = page.getByRole("textbox", { name: "Name" });
  await page.getByRole("textbox", { name: "Instructions" }).fill("say Kept over the reload");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(name).toHaveAccessibleDescription(/Enter a name/);
  await expect(name).toBeFocused();
  await name.fill("x".repeat(201));
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(name).toHaveAccessibleDescription(/Use at most 200 characters/);
  await expect(name).toHaveValue("x".repeat(201));
  await page.getByText("Model settings").click();
  await page.getByLabel("Temperature").fill("3");
  await name.fill("A good name");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByLabel("Temperature")).toHaveAccessibleDescription(/Use 2 or less/);
  await expect(page.getByLabel("Temperature")).toBeFocused();

  // Whoever closes the tab or signs out is asked first.
  const asked: string[] = [];
  page.once("dialog", (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await page.getByRole("button", { name: /account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("dialog", { name: "Sign out?" })).toContainText("What you typed in one form is not saved");
  await page.keyboard.press("Escape");
  await expect(name).toHaveValue("A good name");
  await expect(page.getByRole("textbox", { name: "Instructions" })).toContainText("Kept over the reload");
  // What is wrong must be in sight, wherever it was folded away.
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByLabel("Temperature")).toBeFocused();
  await expect(page.getByLabel("Temperature")).toHaveValue("3");
  await page.getByLabel("Temperature").fill("");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "A good name" })).toBeVisible();
});

test("text of a form that was left asks nothing, is named when it is back, and Cancel discards it", async ({ page, signIn }) => {
  const asked: string[] = [];
  page.on("dialog", (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await signIn(page, "agents/new");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Left behind");
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Runs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
  await page.reload();
  expect(asked).toEqual([]);
  await page.goto(page.url().replace(/runs.*/, "agents/new"));
  await expect(name).toHaveValue("Left behind");
  await expect(page.getByRole("status").filter({ hasText: "Not saved yet: what you had entered." })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(notices(page)).toContainText("Your text was discarded");
  await page.getByRole("link", { name: "New agent" }).first().click();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("");
  await expect(page.getByText("Not saved yet: what you had entered.")).toBeHidden();
});

test("a model that the list lacks stays in the field with the way to get it, and the practice model asks for steps", async ({
  page,
  signIn,
}) => {
  await signIn(page, "agents/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Typed model");
  const model = page.getByRole("combobox", { name: "Model" });
  await model.fill("gpt-4o");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(model).toHaveValue("gpt-4o");
  await expect(model).toHaveAccessibleDescription(/“gpt-4o” is not in the list\. Choose one from the list, or set up a provider/);
  await expect(model).toBeFocused();
  await model.press("Control+Enter");
  await expect(page).toHaveURL(/agents\/new/);
  await expect(model).toHaveAttribute("aria-invalid", "true");
  await model.fill("SCRIPTED");
  await page.getByRole("textbox", { name: "Name" }).focus();
  await expect(model).toHaveValue("scripted");

  const steps = page.getByRole("region", { name: "Steps of the scripted model" });
  await page.getByRole("textbox", { name: "Instructions" }).fill("Check the invoices, then report.");
  await expect(steps).toContainText("These instructions have no step, so every run will fail.");
  await page.getByRole("textbox", { name: "Instructions" }).fill("say Checked");
  await expect(steps).not.toContainText("no step");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Typed model" })).toBeVisible();
});

test("paths and programs are checked before they are sent", async ({ page, signIn }) => {
  await signIn(page, "agents/new?kind=code");
  await page.getByRole("textbox", { name: "main.py" }).fill("");
  await page.getByRole("textbox", { name: "Name" }).fill("Path check");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByText("Enter some code")).toBeVisible();
  await page.getByRole("radio", { name: "Files", exact: true }).check();
  await page.getByRole("button", { name: "New file" }).click();
  const path = page.getByLabel("Path of the new file");
  await path.fill("../outside.py");
  await path.press("Enter");
  await expect(path).toHaveAccessibleDescription(/Use a relative path such as/);
  await path.fill("inside.py");
  await path.press("Enter");
  await expect(page.getByRole("textbox", { name: "inside.py" })).toBeVisible();
  await page.getByLabel("Start command").fill("");
  await page.getByLabel("Time limit").fill("0");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByLabel("Start command")).toHaveAccessibleDescription(/Enter a start command|required/);
  await expect(page.getByLabel("Time limit")).toHaveAccessibleDescription(/Enter more than 0/);
});

test("work is started with what the service takes, and its refusal stands at the field", async ({ page, signIn, team, allow }) => {
  allow(refused(400));
  const agent = await team.createAgent("Start check", "say Done");
  await signIn(page, `agents/${agent.id}`);
  await page.getByRole("button", { name: "Start run" }).click();
  const dialog = page.getByRole("dialog");
  const message = dialog.getByLabel("Message");
  await message.fill("y".repeat(100_001));
  await dialog.getByRole("button", { name: "Start run" }).click();
  await expect(message).toHaveAccessibleDescription(/Use at most 100,000 characters/);
  await expect(message).toBeFocused();
  await message.fill("Short enough");
  await dialog.getByRole("button", { name: "More" }).click();
  const webhook = dialog.getByLabel("Webhook address");
  await webhook.fill("not an address");
  await dialog.getByRole("button", { name: "Start run" }).click();
  await expect(webhook).toHaveAccessibleDescription(/Use a full URL/);
  await webhook.fill("http://10.0.0.1:9/hook");
  await dialog.getByRole("button", { name: "Start run" }).click();
  await expect(webhook).toHaveAccessibleDescription(/10\.0\.0\.1 is not a public address/);
  await expect(message).toHaveValue("Short enough");
  await page.reload();
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(message).toHaveValue("Short enough");
});

test("a file's name that is taken is refused at the field", async ({ page, signIn, team, allow }) => {
  allow(refused(409));
  await team.putFile("names/one.txt", "1");
  await team.putFile("names/two.txt", "2");
  await signIn(page, "files?folder=names");
  await page.getByRole("button", { name: "Actions for one.txt" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const name = page.getByRole("dialog", { name: "Rename file" }).getByRole("textbox");
  await name.fill("");
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription(/Enter a file name/);
  await name.fill("a/b");
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription(/Use a plain name/);
  await name.fill("two");
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription(/already exists|already in use/);
  await expect(name).toHaveValue("two");
});

test("a revision that another tab has promoted meanwhile is not promoted twice", async ({ page, context, signIn, team, allow }) => {
  allow(refused(409));
  const agent = await team.createAgent("Two tabs", "say First");
  const draft = await team.addRevision(agent, team.stepsOf("say Second"), false);
  const place = `agents/${agent.id}/revisions/${draft.id}`;
  await signIn(page, place);
  // Without its line to the service this tab does not learn what the other one does.
  await page.route("**/events", (route) => route.abort());
  await page.reload();
  allow(/ERR_FAILED.*\/events|\/events.*ERR_FAILED/);
  await page.getByRole("button", { name: "Make live" }).click();
  const dialog = page.getByRole("dialog", { name: "Make revision 2 live" });
  await dialog.getByLabel("Release note").fill("Says something else");

  const second = await context.newPage();
  await signIn(second, place);
  await second.getByRole("button", { name: "Make live" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Make live" }).click();
  await expect(notices(second)).toContainText("Revision 2 is live");

  await dialog.getByRole("button", { name: "Make live" }).click();
  await expect(dialog).toContainText("This revision is already live.");
  await expect(dialog.getByLabel("Release note")).toHaveValue("Says something else");
});

const lostConnection =
  /ERR_CONNECTION_REFUSED|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

test("a lost network is said on the page that stands open, and what it broke mends itself", async ({
  page,
  ownService,
  signIn,
  context,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch dynamically imported module/);
  await signIn(page, "agents", ownService);
  await expect(page.getByRole("heading", { name: "No agents yet" })).toBeVisible();
  const notice = page.getByText(/^Not connected/);
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await page.getByRole("link", { name: "Queues" }).click();
  await expect(page.getByRole("main").getByRole("button", { name: "Try again" })).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await expect(page.getByRole("heading", { name: "No queues yet" })).toBeVisible();
});

test("a service that is away at the first load is named, with a way to try again", async ({ page, ownService, signIn, allow }) => {
  allow(/ERR_FAILED/, /ApiError: The service did not answer/);
  await page.route("**/v2/**", (route) => route.abort());
  await signIn(page, "runs", ownService);
  await expect(page.getByRole("heading", { name: "The service cannot be reached" })).toBeVisible();
  await page.unroute("**/v2/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
});

test.describe("with a process that ends", () => {
  test.use({ ownProcess: true });

  test("a service that is gone is said, and the page goes on once it is back", async ({ page, ownService, ownTeam, signIn, allow }) => {
    allow(lostConnection, /Failed to fetch dynamically imported module|Unable to preload/);
    const agent = await ownTeam.createAgent("Survivor", "say Done");
    const agents = page.getByRole("table", { name: "Agents" });
    const retry = page.getByRole("button", { name: "Try again" });
    const notConnected = page.getByText(/^Not connected. Last updated \d\d:\d\d\. Trying again…$/);

    await test.step("on the way to a page whose code was never loaded, and the console stays", async () => {
      await signIn(page, "agents", ownService);
      await expect(agents).toContainText("Survivor");
      await ownService.kill();
      await page.getByRole("link", { name: "Survivor" }).click();
      await expect(retry).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
      await ownService.restart();
      // The page goes on by itself too, and may be quicker.
      await retry.evaluateAll(([button]) => (button as HTMLElement | undefined)?.click());
      await expect(page.getByRole("heading", { level: 1, name: "Survivor" })).toBeVisible();
    });

    await test.step("on a page that is open, and on the way to one that was seen before", async () => {
      const seen = await ownTeam.createAgent("Seen before", "say Done");
      await signIn(page, `agents/${seen.id}`, ownService);
      await expect(page.getByRole("heading", { level: 1, name: "Seen before" })).toBeVisible();
      await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Agents" }).click();
      await expect(agents).toContainText("Survivor");
      await ownService.kill();
      await expect(notConnected).toBeVisible();
      await expect(agents).toContainText("Survivor");
      await page.getByRole("link", { name: "Survivor" }).click();
      await expect(page.getByRole("heading", { name: "The service cannot be reached" })).toBeVisible();
      await expect(retry).toBeVisible();
      await ownService.restart();
      await expect(notConnected).toBeHidden();
      await expect(page.getByRole("heading", { level: 1, name: "Survivor" })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(agent.id));
    });

    await test.step("in a dialog, which keeps what was typed", async () => {
      await page.getByRole("button", { name: "Start run" }).click();
      await page.getByRole("dialog").getByLabel("Message").fill("Typed while it was down");
      await ownService.kill();
      await page.getByRole("dialog").getByRole("button", { name: "Start run" }).click();
      await expect(page.getByRole("dialog")).toContainText("The service did not answer.");
      await expect(page.getByRole("dialog").getByLabel("Message")).toHaveValue("Typed while it was down");
      await ownService.restart();
      await expect(notConnected).toBeHidden();
      await page.getByRole("dialog").getByRole("button", { name: "Start run" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Typed while it was down" })).toBeVisible();
    });
  });
});

test.describe("with a small quota", () => {
  const seconds = 20;
  test.use({ ownSettings: { RATE_LIMIT_QUOTA: "40", RATE_LIMIT_WINDOW: String(seconds) } });

  test("what is refused counts down and goes on by itself, on a page and before any page is there", async ({
    page,
    context,
    ownService,
    signIn,
    allow,
  }) => {
    allow(refused(429));
    await signIn(page, "agents", ownService);
    await expect(page.getByRole("heading", { name: "No agents yet" })).toBeVisible();
    // Their code is there before it counts down; what they ask first is still to be answered.
    const team = page.url().replace(/agents.*/, "");
    const opening = ["runs", "queues", "agents/new"].map(async (place) => {
      const tab = await context.newPage();
      const answers = await holdBack(tab, "*/v2/*");
      await tab.goto(team + place);
      return { tab, answers };
    });
    const opened = await Promise.all(opening);
    // The tab's own requests keep to the quota, so somebody else has to use it up: all at once, where it has just come back.
    await expect(async () => {
      const answers = await Promise.all(Array.from({ length: 45 }, () => page.request.get(`${ownService.url}/v2/session`)));
      expect(Math.max(...answers.map((answer) => Number(answer.headers()["retry-after"] ?? 0)))).toBeGreaterThan(seconds - 5);
    }).toPass({ timeout: patient(3 * seconds * 1000), intervals: [500] });
    await page.getByRole("link", { name: "Runs" }).click();
    await expect(page.getByText(/Continues in \d+ s\./).first()).toBeVisible();
    // Once, over the page, which waits without a word.
    await expect(page.getByRole("status").filter({ hasText: "Too many requests" })).toHaveCount(1);

    const refusedThere = opened.map(async ({ tab, answers }) => {
      await answers.letGo();
      await expect(tab.getByRole("status").filter({ hasText: /^Too many requests\. Continues in \d+ s\.$/ })).toBeAttached();
      await expect(tab.getByRole("navigation", { name: "Sections" })).toBeVisible({ timeout: patient(2 * seconds * 1000) });
    });
    await Promise.all(refusedThere);
    await expect(page.getByRole("heading", { name: "No runs yet" })).toBeVisible();
  });
});
