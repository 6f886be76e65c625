import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, signedOutAnswer, test as base } from "./fixtures.ts";
import { expectFocusKept, expectInPlace } from "./in-place.ts";
import { expectFits, expectFitsBetween } from "./fits.ts";
import { expectListsInPlace } from "./lists.ts";
import { failReads, openPlace, type Place } from "./places/place.ts";
import { emptyPlaces, failingPlaces, fullPlaces } from "./places/places.ts";
import { owner, type Service } from "./service.ts";
import { chooseFiles } from "./steps.ts";
import { type Sample, type WithSample, withSample } from "./with-sample.ts";

const test = base.extend<object, WithSample>(withSample);

// One worker for all of it: the sample workspace is loaded once.
test.describe.configure({ mode: "default" });
test.setTimeout(240_000);

// In two parts: each of them has the time of a test.
for (const part of [0, 1]) {
  test(`every place is accessible with work in it, part ${part + 1} of 2`, async ({ page, sample, signIn, allow }) => {
    // The skill that is not there.
    allow(/status of 404.*\/v2\/skills\/0/);
    await signIn(page, "runs", sample.service);
    for (const place of fullPlaces(sample.work).filter((_, at) => at % 2 === part)) {
      await test.step(place.name, async () => {
        await openPlace(page, sample.service.url, sample.team.teamId, place);
        await expectAccessible(page, place.name);
        await expectInPlace(page, place.name);
        await expectListsInPlace(page, place.name);
        await expectFitsBetween(page, place.name);
      });
    }
  });
}

test("every place is accessible while there is nothing yet", async ({ page, ownService, ownTeam, signIn }) => {
  await signIn(page, "runs", ownService);
  for (const place of emptyPlaces) {
    await test.step(place.name, async () => {
      await openPlace(page, ownService.url, ownTeam.teamId, place);
      await expectAccessible(page, place.name);
      await expectInPlace(page, `${place.name}, empty`);
    });
  }
});

/** All of them say it by one component: every fourth stands for its neighbours. */
test("places are accessible when they cannot be loaded", ({ page, context, sample, signIn, allow }) =>
  lookAtFailing(
    failingPlaces(sample.work).filter((_, at) => at % 4 === 0),
    { page, context, sample, signIn, allow },
  ));

test("every place is accessible when it cannot be loaded", { tag: "@long" }, ({ page, context, sample, signIn, allow }) =>
  lookAtFailing(failingPlaces(sample.work), { page, context, sample, signIn, allow }),
);

interface Failing {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly sample: Sample;
  readonly signIn: (page: Page, place?: string, on?: Service) => Promise<void>;
  readonly allow: (...expected: RegExp[]) => void;
}

async function lookAtFailing(places: readonly Place[], { page, context, sample, signIn, allow }: Failing): Promise<void> {
  allow(/status of 500/, /^answer: 500/, /EventSource/);
  await signIn(page, "/profile", sample.service);
  const open = async (place: (typeof places)[number]): Promise<[string, Page]> => {
    const tab = await context.newPage();
    await failReads(tab);
    await openPlace(tab, sample.service.url, sample.team.teamId, place);
    return [place.name, tab];
  };
  // A few side by side, while those before them are looked at: each tries three times before it gives up.
  const atOnce = 6;
  const openFrom = (from: number) => Promise.all(places.slice(from, from + atOnce).map(open));
  let coming = openFrom(0);
  for (let from = 0; from < places.length; from += atOnce) {
    const opened = await coming;
    coming = openFrom(from + atOnce);
    for (const [name, tab] of opened) {
      await test.step(name, () => expectAccessible(tab, `${name}, failed`));
      await tab.close();
    }
  }
}

test("sign-in and set-up are accessible, also with what is wrong in them", async ({ page, service, freshService, allow }) => {
  allow(signedOutAnswer, /status of 401/);
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email address")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "sign-in");
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByText("do not match")).toBeVisible();
  await expectAccessible(page, "sign-in, refused");
  await page.getByRole("button", { name: "Use an API key instead" }).click();
  await expectAccessible(page, "sign-in by key");
  await page.goto(freshService.url);
  await page.getByRole("button", { name: "Create the workspace" }).click();
  await expect(page.getByLabel("Organization")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "set-up");
});

test("every dialog is accessible", async ({ page, sample, signIn }) => {
  const { work, service, team } = sample;
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

  await signIn(page, "agents", service);
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
  await page.getByRole("button", { name: "Revoke Accessible key" }).click();
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
});

test("a narrow screen is accessible, its drawers too", async ({ page, sample, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, "runs", sample.service);
  for (const place of fullPlaces(sample.work).filter(({ name }) =>
    ["inbox", "inbox-approvals", "agents", "agents-folder", "agent", "queue-board", "run-failed", "runs", "files"].includes(name),
  )) {
    await test.step(place.name, async () => {
      await openPlace(page, sample.service.url, sample.team.teamId, place);
      await expectAccessible(page, `${place.name}, narrow`);
      await expectFits(page, place.name);
      await expectInPlace(page, `${place.name}, narrow`);
    });
  }
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await expectAccessible(page, "drawer", "[role=dialog]");
});
