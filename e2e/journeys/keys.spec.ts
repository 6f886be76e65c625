import { expect, test } from "../fixtures.ts";

test("a key is made by what it is for, and replaced by one that leaves it an hour, then by one that ends it", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  await signIn(page, "/profile", ownService);
  const own = page.locator("section").filter({ has: page.getByRole("heading", { name: "Your API keys" }) });
  const row = (ends: string) => own.getByRole("listitem").filter({ hasText: ends });
  const keyShown = async () => {
    const dialog = page.getByRole("dialog", { name: "Copy the key now" });
    const key = await dialog.getByRole("code").innerText();
    await dialog.getByRole("button", { name: "Done" }).click();
    return key;
  };
  const ends = (key: string) => key.slice(-4);
  const asks = async (key: string) => (await fetch(`${ownService.url}/v2/profile`, { headers: { authorization: `Bearer ${key}` } })).status;

  const first = await test.step("a preset fills the form, by keyboard alone", async () => {
    await own.getByRole("button", { name: "New key" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New API key" });
    await expect(dialog.getByRole("combobox", { name: "Acts in" })).toHaveValue(ownTeam.teamId);
    await expect(dialog.getByRole("combobox", { name: "Expires" })).toHaveValue("90");
    await dialog.getByRole("radio", { name: "Program or CI" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(dialog.getByRole("radio", { name: "Dashboard" })).toBeChecked();
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Dashboard");
    await expect(dialog.getByRole("checkbox", { name: "Read only" })).toBeChecked();
    await expect(dialog.getByRole("combobox", { name: "Expires" })).toHaveValue("365");
    await dialog.getByRole("textbox", { name: "Name" }).focus();
    await page.keyboard.press("Enter");
    return keyShown();
  });
  await expect(row(ends(first))).toContainText("read only");
  await expect(row(ends(first))).toContainText("requests left");

  const second = await test.step("its successor has the same reach, and both work", async () => {
    await row(ends(first)).getByRole("button", { name: "Rotate Dashboard" }).click();
    const dialog = page.getByRole("dialog", { name: "Rotate Dashboard" });
    await dialog.getByRole("combobox", { name: "The current key" }).selectOption({ label: "Works for 1 more hour" });
    await dialog.getByRole("button", { name: "Create new key" }).click();
    return keyShown();
  });
  await expect(row(ends(first))).toContainText("replaced, works until");
  await expect(row(ends(first)).getByRole("button", { name: "Rotate Dashboard" })).toHaveCount(0);
  await expect(row(ends(second))).toContainText("read only");
  expect([await asks(first), await asks(second)]).toEqual([200, 200]);

  await test.step("one that somebody else may have ends at once", async () => {
    await row(ends(second)).getByRole("button", { name: "Rotate Dashboard" }).click();
    const dialog = page.getByRole("dialog", { name: "Rotate Dashboard" });
    await dialog.getByRole("combobox", { name: "The current key" }).selectOption({ label: "Ends at once" });
    await dialog.getByRole("button", { name: "Create new key" }).click();
    const third = await keyShown();
    await expect(row(ends(second))).toContainText("replaced, ended");
    expect([await asks(second), await asks(third)]).toEqual([401, 200]);
  });
});
