import type { BrowserContext, Page } from "@playwright/test";
import { createAutomation } from "#contract/agents/automations.ts";
import { expectAccessible } from "./axe.ts";
import { expect, signedOutAnswer, test as base } from "./fixtures.ts";
import { walkDialogs } from "./dialogs.ts";
import { expectKeysHeld, holdBack, writesOf } from "./held-keys.ts";
import { expectInPlace } from "./in-place.ts";
import { expectFits, expectFitsBetween } from "./fits.ts";
import { expectInboxKeys, expectNarrowInboxKeys, expectTableKeys } from "./list-keys.ts";
import { expectListsInPlace } from "./lists.ts";
import { expectReadableMagnified } from "./magnified.ts";
import { opened } from "./places/opened.ts";
import { failReads, openPlace, type Place } from "./places/place.ts";
import { emptyPlacesOfLanding, failingPlaces, fullPlaces, placesOfLanding } from "./places/places.ts";
import { owner, type Service } from "./service.ts";
import { expectComposing, expectDirections } from "./writing.ts";
import { type Sample, type WithSample, withSample } from "./with-sample.ts";

const test = base.extend<object, WithSample>(withSample);

test.setTimeout(600_000);
// One worker's, which loads the sample workspace once.
test.describe.configure({ mode: "default" });

/** The skill and the operation that are not there. */
const notThere = [/status of 404.*(\/v2\/skills\/0|\/sdk\/reference\/nothing)/, /status of 409.*\/v2\/authorizations\/over/];
const overlays = ["*/assets/palette-*.js", "*/assets/shortcuts-dialog-*.js"];
const keysHeld = "no key reaches it once an overlay was asked for";

test.describe("places with work in them", () => {
  // In parts: each of them has the time of a test.
  const parts = [0, 1, 2, 3, 4, 5, 6, 7];
  for (const part of parts) {
    test(`every place with work in it, part ${part + 1} of ${parts.length}`, async ({ page, sample, signIn, allow }) => {
      allow(...notThere);
      await signIn(page, "runs", sample.service);
      const writes = writesOf(page);
      const chunks = await holdBack(page, ...overlays);
      const places = placesOfLanding(sample.work);
      if (part === 0) process.stdout.write(`places: ${places.length} of ${fullPlaces(sample.work).length}\n`);
      for (const [at, place] of places.entries()) {
        if (at % parts.length !== part) continue;
        await test.step(place.name, async () => {
          await chunks.again();
          await openPlace(page, sample.service.url, sample.team.teamId, place);
          // One component holds the keys of all places: every third stands for its neighbours.
          if (at % 3 === 0 && !place.bare) await test.step(keysHeld, () => expectKeysHeld(page, chunks, writes));
          else await chunks.letGo();
          await test.step("texts have their direction", () => expectDirections(page, place.name));
          await test.step("composing presses nothing", () => expectComposing(page, place.name));
          await test.step("it is accessible", () => expectAccessible(page, place.name));
          await test.step("it stays in place", () => expectInPlace(page, place.name));
          await test.step("its lists stay in place", () => expectListsInPlace(page, place.name));
          await test.step("it fits into its window", () => expectFitsBetween(page, place.name));
          await test.step("it can be read at 400 %", () => expectReadableMagnified(page, place));
        });
      }
    });
  }

  test(`of every place ${keysHeld}`, { tag: "@long" }, async ({ page, sample, signIn, allow }) => {
    allow(...notThere);
    await signIn(page, "runs", sample.service);
    const writes = writesOf(page);
    const chunks = await holdBack(page, ...overlays);
    for (const place of fullPlaces(sample.work).filter(({ bare }) => !bare)) {
      await test.step(place.name, async () => {
        await chunks.again();
        await openPlace(page, sample.service.url, sample.team.teamId, place);
        await expectKeysHeld(page, chunks, writes);
      });
    }
  });
});

test.describe("lists, dialogs and other states", () => {
  test("every list is walked, selected and opened by its keys", async ({ page, sample, signIn }) => {
    const { service, team, work } = sample;
    await team.call(createAutomation, { params: { teamId: team.teamId }, body: { name: "Walked by keys" } });
    const open = (path: string, shows: string) => openPlace(page, service.url, team.teamId, { name: path, path, shows });
    const tables = {
      runs: "Import the bank statement of October.",
      agents: "Payment approval",
      automations: "Walked by keys",
      files: "payment-terms.md",
      queues: "Invoices to check",
      [`queues/${work.jobs.queue}`]: "Delivery note 118",
      [`queues/${work.jobs.queue}?tab=jobs`]: "Stopped early",
      "inbox?tab=approvals": "Pay for the paper?",
      "inbox?tab=decided": "Pay it a second time?",
    };
    await signIn(page, "runs", service);
    for (const [path, shows] of Object.entries(tables)) {
      await test.step(path, async () => {
        await open(path, shows);
        await expectTableKeys(page);
      });
    }
    await test.step("inbox", async () => {
      await open("inbox", "Background");
      await expectInboxKeys(page);
      await page.setViewportSize({ width: 900, height: 800 });
      await open("inbox", "Which invoice is it about");
      await expectNarrowInboxKeys(page);
    });
  });

  test("every list that filters leave empty says so, and gives its rows back", async ({ page, sample, signIn }) => {
    const { queue, worked, jobs } = sample.work;
    const none = "nothing-is-called-this";
    const filtered = {
      [`runs?search=${none}`]: "No matching runs",
      [`agents?search=${none}`]: "No matching agents",
      [`automations?search=${none}`]: "No matching automations",
      [`files?q=${none}`]: "No matching files",
      [`queues?search=${none}`]: "No matching queues",
      [`queues/${queue}?search=${none}`]: "No matching cases",
      [`queues/${worked.queue}?status=canceled`]: "Canceled: none",
      [`queues/${queue}?tab=labels&search=${none}`]: "No matching labels",
      [`queues/${jobs.queue}/jobs/${jobs.done}?outcome=failed`]: "Failed: none",
      [`inbox?queue=${jobs.queue}`]: "No matching requests",
      "inbox?kind=join_request": "No matching requests",
    };
    await signIn(page, "runs", sample.service);
    for (const [path, title] of Object.entries(filtered)) {
      await test.step(path, async () => {
        await openPlace(page, sample.service.url, sample.team.teamId, { name: path, path, shows: title });
        await expect(page.locator("#content :is([data-row], [data-inbox-row])")).toHaveCount(0);
        await page.getByRole("heading", { name: title }).locator("..").getByRole("button", { name: "Clear filters" }).click();
        await expect(page.locator("#content :is([data-row], [data-inbox-row])").first()).toBeVisible();
      });
    }
  });

  test("every place is accessible while there is nothing yet", async ({ page, ownService, ownTeam, signIn }) => {
    await signIn(page, "runs", ownService);
    for (const place of emptyPlacesOfLanding()) {
      await test.step(place.name, async () => {
        await openPlace(page, ownService.url, ownTeam.teamId, place);
        await expectAccessible(page, place.name);
        await expectInPlace(page, `${place.name}, empty`);
        await expectReadableMagnified(page, place);
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

  test("sign-in is accessible, also with what is wrong in it", async ({ page, service, allow }) => {
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
  });

  test("every dialog is accessible", async ({ page, sample, signIn }) => {
    await signIn(page, "agents", sample.service);
    await walkDialogs(page, sample);
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

  test("what is typed at once after an overlay was asked for stands in its field, whole and in order", async ({ page, sample, signIn }) => {
    await signIn(page, "runs", sample.service);
    const chunks = await holdBack(page, ...["palette", "shortcuts-dialog", "start-chooser"].map((name) => `*/assets/${name}-*.js`));
    const writes = writesOf(page);
    const text = "canada and approval, at once";
    const places = fullPlaces(sample.work);
    const fields = ["queues:new-queue", "queue:new-case", "queue:save-view", "agent:start-work", "profile:new-key", "revision:promote"];
    for (const { name, open } of opened.filter((each) => fields.includes(each.name))) {
      await test.step(name, async () => {
        const place = places.find((each) => each.name === name.slice(0, name.indexOf(":")));
        if (!place) throw new Error(`No place for ${name}`);
        await openPlace(page, sample.service.url, sample.team.teamId, place);
        await open(page);
        await page.keyboard.type(text);
        // A field may begin with a text.
        const typed = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
        await expect.poll(typed).toMatch(new RegExp(`${text}$`));
        expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
      });
    }

    await page.goto(`${sample.service.url}/t/${sample.team.teamId}/runs`);
    await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
    await page.keyboard.press("s");
    await page.keyboard.type("bank x");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await chunks.letGo();
    await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("bank");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");

    await page.keyboard.press("Control+k");
    await page.keyboard.type("approval");
    await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("approval");
    expect(writes).toEqual([]);
  });

  test("the search opens over a dialog of which a part is still to come, and gets what is typed", async ({ page, sample, signIn }) => {
    await signIn(page, "runs", sample.service);
    const answers = await holdBack(page, "*/firings*");
    const { id } = sample.work.schedule;
    await page.goto(`${sample.service.url}/t/${sample.team.teamId}/schedules?open=${id}`);
    await expect(page.getByRole("dialog").getByRole("status", { name: "Loading" })).toBeVisible();
    await page.keyboard.type("of the dialog");
    await page.keyboard.press("Control+k");
    await page.keyboard.type(" approval");
    const search = page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox");
    await expect(search).toHaveValue(" approval");
    await answers.letGo();
    await page.keyboard.type(", at once");
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await expect(search).toHaveValue(" approval, at once");
  });

  test("an overlay whose code does not come gives the keys back and says so", async ({ page, sample, signIn, allow }) => {
    allow(/Failed to load resource|Failed to fetch|net::ERR_FAILED/);
    await page.route(/\/assets\/palette-|\/healthz/, (route) => route.abort());
    await signIn(page, "runs", sample.service);
    await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByText("The search could not be loaded.")).toBeVisible();
    await page.keyboard.press("s");
    await expect(page.getByRole("dialog", { name: "Start run" })).toBeVisible();
  });
});

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
    const tabs = await coming;
    coming = openFrom(from + atOnce);
    for (const [name, tab] of tabs) {
      await test.step(name, () => expectAccessible(tab, `${name}, failed`));
      await tab.close();
    }
  }
}
