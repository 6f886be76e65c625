import { expect, test } from "../fixtures.ts";
import { chooseFiles, downloadedText, notices, rewrite, stateOf } from "../steps.ts";

test("a program of several files is changed as a draft, compared, promoted and run again", async ({ page, signIn, allow }) => {
  allow(/status of 500/, /answer: 500 POST/);
  await signIn(page, "agents/new?kind=code");
  await page.getByRole("textbox", { name: "Name" }).fill("Greeter");
  await page.getByRole("radio", { name: "Files", exact: true }).check();
  await page.getByRole("button", { name: "New file" }).click();
  await page.getByLabel("Path of the new file").fill("main.py");
  await page.keyboard.press("Enter");
  await page
    .getByRole("textbox", { name: "main.py" })
    .fill("from words.hello import greeting\nopen('output/greeting.txt', 'w').write(greeting)\n");
  await chooseFiles(page, () => page.getByRole("button", { name: "Upload files" }).click(), [{ name: "README.md", text: "# Greeter\n" }]);
  await page.getByRole("button", { name: "New file" }).click();
  await page.getByLabel("Path of the new file").fill("words/hello.py");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "words/hello.py" }).fill("greeting = 'Good morning'\n");
  await expect(page.getByRole("list", { name: "Files of the program" }).getByRole("button")).toHaveText([
    "README.md",
    "main.py",
    "words",
    "hello.py",
  ]);
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(notices(page)).toContainText("Greeter is live");

  const start = async () => {
    await page.getByRole("button", { name: "Start run" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Start run" }).click();
    await expect(stateOf(page)).toHaveText("Completed");
    return downloadedText(page, () => page.getByRole("button", { name: "Download greeting.txt" }).click());
  };
  expect(await start()).toBe("Good morning");

  await page.getByRole("complementary", { name: "About this run" }).getByRole("link", { name: "Revision 1" }).click();
  // Where the program starts, though another file is stored before it.
  await expect(page.getByRole("textbox", { name: "main.py" })).toContainText("greeting.txt");
  await page.getByRole("list", { name: "Files of the program" }).getByRole("button", { name: "hello.py" }).click();
  const editor = page.getByRole("textbox", { name: "words/hello.py" });
  await expect(editor).toContainText("Good morning");
  await rewrite(editor, "greeting = 'Good evening'\n");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Revision 2" })).toBeVisible();

  // A newer upload takes the place of what was typed; what is typed while a save is under way stays.
  await page.getByRole("list", { name: "Files of the program" }).getByRole("button", { name: "README.md" }).click();
  const readme = page.getByRole("textbox", { name: "README.md" });
  await rewrite(readme, "# Typed\n");
  await chooseFiles(page, () => page.getByRole("button", { name: "Upload files" }).click(), [{ name: "README.md", text: "# Uploaded\n" }]);
  await expect(readme).toContainText("# Uploaded");
  const held = Promise.withResolvers<void>();
  await page.route("**/v2/revisions/*", async (route) => {
    await held.promise;
    await route.continue();
  });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await rewrite(readme, "# Greeter\n");
  held.resolve();
  await expect(notices(page)).toContainText("Saved");
  await expect(readme).toContainText("# Greeter");
  await expect(page.getByText("Somebody else saved this draft")).toHaveCount(0);
  await page.unroute("**/v2/revisions/*");
  await save.click();
  await expect(page.getByText("Unsaved edits")).toHaveCount(0);

  await page.getByRole("tab", { name: "Compare with live" }).click();
  const panel = page.getByRole("region", { name: "Files of the program" });
  await expect(panel.getByRole("button", { name: /words\/hello\.py/ })).toBeVisible();
  await expect(panel).toContainText("greeting = 'Good morning'");
  await expect(panel).toContainText("greeting = 'Good evening'");
  await expect(panel.getByRole("button", { name: /main\.py/ })).toHaveCount(0);
  await expect(panel).toContainText("2 files unchanged (same SHA-256)");

  await page.getByRole("button", { name: "Make live" }).click();
  const dialog = page.getByRole("dialog", { name: "Make revision 2 live" });
  await dialog.getByLabel("Revision name").fill("Evening words");
  await dialog.getByRole("button", { name: "Make live" }).click();
  await expect(notices(page)).toContainText("Revision 2 is live");
  // An Undo that fails says so, though its dialog has gone.
  await page.route("**/promote", (route) => route.fulfill({ status: 500, json: { error: "internal", message: "Out of order." } }));
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(notices(page)).toContainText("Revision 2 is still live. Out of order.");
  await page.unroute("**/promote");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Greeter" }).click();
  await expect(page.getByRole("link", { name: "Revision 2, Evening words" })).toBeVisible();
  expect(await start()).toBe("Good evening");
});
