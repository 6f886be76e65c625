import type { Page, Request, Route } from "@playwright/test";
import { expect, test as base } from "./fixtures.ts";
import { opened } from "./places/opened.ts";
import { openPlace } from "./places/place.ts";
import { fullPlaces } from "./places/places.ts";
import { type WithSample, withSample } from "./with-sample.ts";

const test = base.extend<object, WithSample>(withSample);
test.describe.configure({ mode: "default" });
test.setTimeout(240_000);

const letters = "abcdefghijklmnopqrstuvwxyz0123456789/.? ";
const named = ["Enter", "Space", "ArrowDown", "Delete", "Control+Enter", "Shift+Enter", "Control+k", "Shift+Tab", "Alt+ArrowRight"];

/** Holds the code of overlays back until it is let go: an overlay that was asked for is on its way as long as a test wants. */
async function holdBack(page: Page, chunks: RegExp) {
  const waiting: Route[] = [];
  let held = true;
  await page.route(chunks, (route) => (held ? void waiting.push(route) : route.continue()));
  return {
    again: () => {
      held = true;
    },
    letGo: async () => {
      held = false;
      await Promise.all(waiting.splice(0).map((route) => route.continue()));
    },
  };
}

/** What pages ask the service to change. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request: Request) => {
    // A search with many filters is a POST that only asks.
    if (/\/v2\/(?!.*\/search$)/.test(request.url()) && request.method() !== "GET") writes.push(`${request.method()} ${request.url()}`);
  });
  return writes;
}

// In two parts: each of them has the time of a test.
for (const part of [0, 1]) {
  test(`no key of a place reaches it once an overlay was asked for, part ${part + 1} of 2`, async ({ page, sample, signIn, allow }) => {
    // The skill that is not there.
    allow(/status of 404.*\/v2\/skills\/0/);
    await signIn(page, "runs", sample.service);
    const writes = writesOf(page);
    const chunks = await holdBack(page, /\/assets\/(palette|shortcuts-dialog)-[^/]*\.js/);
    for (const place of fullPlaces(sample.work).filter((_, at) => at % 2 === part)) {
      await test.step(place.name, async () => {
        chunks.again();
        await openPlace(page, sample.service.url, sample.team.teamId, place);
        const [address, dialogs] = [page.url(), await page.getByRole("dialog").count()];
        const before = writes.length;

        await page.keyboard.press("Control+k");
        for (const key of named) await page.keyboard.press(key);
        await page.keyboard.type(letters);
        expect(await page.getByRole("dialog").count()).toBe(dialogs);
        expect(page.url()).toBe(address);
        await chunks.letGo();
        const palette = page.getByRole("dialog", { name: "Search and commands" });
        await expect(palette.getByRole("combobox")).toHaveValue(` ${letters}`);
        await palette.getByRole("combobox").press("Escape");
        await expect(palette).toBeHidden();

        // Every key that the place binds was among them.
        if (dialogs === 0) {
          await page.getByRole("button", { name: "account menu" }).click();
          await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
          const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
          await expect(list).toBeVisible();
          const bound = await list.locator("kbd").allTextContents();
          const pressed = new Set([...letters.toUpperCase(), ...named.flatMap((key) => key.split("+")).map((key) => key.toUpperCase())]);
          const unknown = bound.filter((key) => !pressed.has(key.toUpperCase()) && !/^(Ctrl|⌘|Shift|⇧|Esc|Enter|↵|S|then)$/i.test(key));
          expect(unknown).toEqual([]);
        }
        expect(page.url()).toBe(address);
        expect(writes.slice(before)).toEqual([]);
      });
    }
  });
}

test("what is typed at once after an overlay was asked for stands in its field, whole and in order", async ({ page, sample, signIn }) => {
  await signIn(page, "runs", sample.service);
  const chunks = await holdBack(page, /\/assets\/(palette|shortcuts-dialog|start-chooser)-[^/]*\.js/);
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
  await expect(page.getByRole("combobox")).toHaveValue("approval");
  expect(writes).toEqual([]);
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
