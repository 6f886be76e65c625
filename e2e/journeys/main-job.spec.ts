import { expect, test } from "../fixtures.ts";
import { chooseFiles, downloadedText, notices, stateOf } from "../steps.ts";

const steps = `Count the rows of a list and report them for a month.

1. call run_python {"code": "print(len(open('files/lists/march.csv').read().splitlines()) - 1)"}
2. ask "Which month is it?" options: February, March
3. call run_python {"code": "open('output/report.txt', 'w').write('''{{step 1}} rows: {{step 2}}''')"}
4. say Reported. I was told: {{message}}
`;

test("an agent is written, gets a file, asks, is answered and leaves its result", async ({ page, signIn }) => {
  await signIn(page, "files");
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("dialog", { name: "New folder" }).getByLabel("Name").fill("lists");
  await page.getByRole("button", { name: "Open folder" }).click();
  await chooseFiles(page, () => page.getByRole("button", { name: "Upload" }).first().click(), [
    { name: "march.csv", text: "number,total\n1,20\n2,40\n" },
  ]);
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText("1 uploaded");
  await expect(page.getByRole("table", { name: "Files" }).getByRole("link", { name: "march.csv" })).toBeVisible();

  await page.getByRole("link", { name: "Agents" }).click();
  await page.getByRole("link", { name: "New agent" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Row counter");
  await page.getByRole("textbox", { name: "Instructions" }).fill(steps);
  await page.getByRole("combobox", { name: "Team files" }).click();
  await page.getByRole("option", { name: /lists\/march\.csv/ }).click();
  await expect(page.getByRole("list", { name: "Declared team files" })).toContainText("lists/march.csv");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(notices(page)).toContainText("Row counter is live");

  await page.getByRole("button", { name: "Start run" }).click();
  await page.getByRole("dialog").getByLabel("Message").fill("The list of March, please.");
  await page.getByRole("dialog").getByRole("button", { name: "Start run" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("The list of March, please.");
  const request = page.getByRole("region", { name: "Waits for you: Which month is it?" });
  await expect(stateOf(page)).toHaveText("Waiting for a person");
  await request.getByRole("radio", { name: "March" }).check();
  await request.getByRole("button", { name: "Send answer" }).click();

  await expect(stateOf(page)).toHaveText("Completed");
  await expect(request).toBeHidden();
  await expect(page.getByRole("feed", { name: "Messages" })).toContainText("Reported. I was told: The list of March, please.");
  const text = await downloadedText(page, () => page.getByRole("button", { name: "Download report.txt" }).click());
  expect(text).toContain("2 rows: ");
  expect(text).toContain("March");
});

const program = `import os, time

print("Program begins with", os.environ["RUN_MESSAGE"], flush=True)
time.sleep(1)
rows = open("files/prices.csv").read().splitlines()[1:]
with open("output/total.txt", "w") as out:
    out.write(str(sum(int(row.split(",")[1]) for row in rows)))
print("Program ends", flush=True)
`;

test("a Python program is written, finds its declared file and leaves its result", async ({ page, signIn, team }) => {
  await team.putFile("prices.csv", "item,price\npaper,12\nink,30\n");
  await signIn(page, "agents/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Price total");
  await page.getByRole("radio", { name: "Python" }).check();
  await expect(page).toHaveURL(/kind=code/);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Price total");
  await page.getByRole("textbox", { name: "main.py" }).fill(program);
  await page.getByRole("combobox", { name: "Team files" }).click();
  await page.getByRole("combobox", { name: "Team files" }).fill("prices");
  await page.getByRole("option", { name: /prices\.csv/ }).click();
  await page.getByRole("button", { name: "Create agent" }).click();

  await page.getByRole("button", { name: "Start run" }).click();
  await page.getByRole("dialog").getByLabel("Message").fill("the prices");
  await page.getByRole("dialog").getByRole("button", { name: "Start run" }).click();
  const feed = page.getByRole("feed", { name: "Messages" });
  await expect(feed).toContainText("Program begins with the prices");
  await expect(stateOf(page)).toHaveText("Completed");
  await expect(feed).toContainText("Program ends");
  expect(await downloadedText(page, () => page.getByRole("button", { name: "Download total.txt" }).click())).toBe("42");
});

test("the text that a new agent begins with does what its message says", async ({ page, signIn, service }) => {
  await signIn(page, "agents/new", service);
  await page.getByRole("textbox", { name: "Name" }).fill("Newcomer");
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page.getByRole("dialog").getByLabel("Message").fill("Report March");
  await page.getByRole("dialog").getByRole("button", { name: "Start run" }).click();
  await expect(stateOf(page)).toHaveText("Completed");
  await expect(page.getByRole("feed", { name: "Messages" })).toContainText("I read the message “Report March”");
});

test("what was typed for an agent that was made names no other one", async ({ page, signIn, service }) => {
  await signIn(page, "agents/new", service);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Counter");
  await page.getByRole("radio", { name: "Python" }).check();
  await expect(name).toHaveValue("Counter");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(notices(page)).toContainText("Counter is live");
  const drafts = () =>
    page.evaluate(() => Object.entries(sessionStorage).filter(([key, text]) => key.startsWith("draft:") && text !== "{}"));
  expect(await drafts()).toEqual([]);
  await page.goto(page.url().replace(/agents\/.*$/, "agents/new"));
  await expect(name).toHaveValue("");
  // What was left there is back, says so, and can be thrown away.
  await name.fill("Left behind");
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Agents" }).click();
  await page.getByRole("link", { name: "New agent" }).first().click();
  await expect(name).toHaveValue("Left behind");
  await page
    .getByRole("status")
    .filter({ hasText: "Not saved yet: what you had entered" })
    .getByRole("button", { name: "Discard" })
    .click();
  await expect(name).toHaveValue("");
  expect(await drafts()).toEqual([]);
});
