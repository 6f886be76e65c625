import { expect, test } from "../fixtures.ts";
import { expectStill, noteShifts } from "../shifts.ts";
import { tabTo } from "../steps.ts";

test.use({ ownProcess: true });

test("an administrator reads by keyboard how the engine does, and what is wrong as it comes", async ({
  page,
  signIn,
  ownService,
  allow,
}) => {
  allow(/status of 403/);
  await noteShifts(page.context());
  await signIn(page, "runs", ownService);
  await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.insertText("engine");
  await expect(palette.getByRole("option", { name: "Engine" }).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Engine" })).toBeVisible();
  await expect(page.getByText("Runs start within 1 second")).toBeVisible();
  await expect(page.getByText("1 worker alive")).toBeVisible();

  await expectStill(
    page,
    async () => {
      await ownService.query(`insert into workers (id, host, pid, version, alive_until, taken_over)
        values (gen_random_uuid(), 'web-2', 7, '1', now() - interval '1 minute', 3)`);
      await ownService.query("insert into orphaned_objects (object_key, created_at) values ('gone', now() - interval '3 hours')");
    },
    async () => {
      await expect(page.getByText("1 worker was lost in the last day, and others took over 3 pieces of work")).toBeVisible();
      await expect(page.getByText("1 deleted file still on the disk")).toBeVisible();
    },
  );
  const setting = page.getByRole("link", { name: "DATA_DIR" });
  await tabTo(page, setting);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#setting-DATA_DIR$/);
  await expect(page.getByText("The folder of file contents.")).toBeInViewport();

  await ownService.query("update organization_members set role = 'organization:member'");
  await page.reload();
  await expect(page.getByText("Your role does not allow this")).toBeVisible();
  await page.getByRole("button", { name: /account menu/ }).click();
  await expect(page.getByRole("menuitem", { name: "Profile and API keys" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Engine" })).toHaveCount(0);
});
