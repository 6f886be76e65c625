import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";
import { expectAccessible } from "./axe.ts";
import { expectFocusKept, expectInPlace } from "./in-place.ts";
import { openPlace } from "./places/place.ts";
import { fullPlaces } from "./places/places.ts";
import { owner } from "./service.ts";
import { chooseFiles } from "./steps.ts";
import type { Sample } from "./with-sample.ts";

/** Opens one dialog after the other and looks at each, and at where the focus is afterwards. */
export async function walkDialogs(page: Page, { work, service, team }: Sample): Promise<void> {
  const opened = async (what: string) => {
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, what, "[role=dialog]");
    await expectInPlace(page, what);
    last = what;
  };
  let last = "";
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectFocusKept(page, last);
  };
  const go = async (name: string) => {
    const place = fullPlaces(work).find((each) => each.name === name);
    if (place) await openPlace(page, service.url, team.teamId, place);
  };

  await go("agents-folder");
  for (const act of ["New subfolder", "Rename", "Move…", "Delete"]) {
    await page.getByRole("button", { name: "Change Accounts payable" }).click();
    await page.getByRole("menuitem", { name: act, exact: true }).click();
    await opened(`folder, ${act}`);
    await close();
  }
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  await page.getByRole("button", { name: "Move 2…" }).click();
  await opened("move agents");
  await close();
  await go("agent");
  await page.getByRole("button", { name: "Start run" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "More" }).click();
  await chooseFiles(page, () => page.getByRole("dialog").getByText("or choose").click(), [{ name: "note.txt", text: "A note" }]);
  await opened("start work");
  await close();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option", { name: /Front desk/ }).first()).toBeVisible();
  await opened("palette");
  await close();
  await page.keyboard.press("?");
  await opened("keyboard shortcuts");
  await close();
  await go("agent-settings");
  await page.getByRole("button", { name: "Delete agent" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete agent" }).click();
  await opened("delete agent");
  await close();
  await go("revision");
  await page.getByRole("button", { name: "Make live" }).click();
  await opened("promote");
  await close();

  await go("runs");
  await page
    .getByRole("row", { name: /Write a letter about an invoice/ })
    .getByRole("checkbox")
    .check();
  await expectAccessible(page, "runs, one selected");
  await page.getByRole("button", { name: "Stop 1 run" }).click();
  await opened("stop runs");
  await close();

  for (const [name, button] of [
    ["queue-triggers", "Add trigger"],
    ["queue-evaluation", "Add rubric"],
    ["queue-evaluation", "Replace all"],
  ] as const) {
    await go(name);
    await page.getByRole("button", { name: button }).click();
    await opened(button);
    await close();
  }

  await go("files");
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open folder" }).click();
  await opened("new folder");
  await close();
  for (const act of ["Rename…", "Delete…"]) {
    await page.getByRole("button", { name: "Actions for payment-terms.md" }).click();
    await page.getByRole("menuitem", { name: act }).click();
    await opened(act);
    await close();
  }

  await go("login");
  await opened("login");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete this login?" }).getByRole("button", { name: "Delete login" }).click();
  await opened("delete login");
  await close();
  await go("login-new");
  await page.getByRole("dialog").getByRole("button", { name: "Save login" }).click();
  await opened("new login, with what is wrong in it");
  await close();

  await go("profile");
  await page.getByRole("button", { name: "New key" }).first().click();
  await opened("new key");
  await page.getByRole("dialog").getByLabel("Name").fill("Accessible key");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Copy the key now" })).toBeVisible();
  await opened("key, shown once");
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page
    .locator("section", { has: page.getByRole("heading", { name: "Your API keys" }) })
    .getByRole("button", { name: "Revoke Accessible key" })
    .click();
  await opened("revoke key");
  await close();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await opened("change password");
  await close();
  await page.getByRole("button", { name: "Turn on" }).click();
  await opened("second factor, password");
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "Code for the authenticator app" })).toBeVisible();
  await opened("second factor, code");
  await close();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await opened("sign out everywhere");
  await close();
}
