// `node e2e/screens.ts [folder] [name…]`: a picture of every place, or of those whose name begins so, wide and narrow, in light and dark, full,
// empty and failed.
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { chromiumOptions } from "./chromium-options.ts";
import { beginnings } from "./begun.ts";
import prepare from "./global-setup.ts";
import { failReads, openPlace, type Place } from "./places/place.ts";
import { opened } from "./places/opened.ts";
import { emptyPlaces, failingPlaces, fullPlaces } from "./places/places.ts";
import { prepareSample } from "./sample-work.ts";
import { owner, ownerKey, type Service, startService, withOwner } from "./service.ts";
import { workInTeam } from "./team-work.ts";

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 360, height: 740 } } as const;
const themes = ["light", "dark"] as const;
type Size = keyof typeof sizes;

const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), "caseload-screens-")));
const names = process.argv.slice(3);
const wanted = (name: string) => names.length === 0 || names.some((each) => name.startsWith(each));
await mkdir(folder, { recursive: true });
const cleanUp = await prepare();
const browser = await chromium.launch(chromiumOptions);
const [sample, empty, fresh] = await Promise.all([
  startService({ ...withOwner, SAMPLE_WORKSPACE: "true" }, beginnings().fresh),
  startService(withOwner, beginnings().owned),
  startService({}, beginnings().fresh),
]);
try {
  const team = await workInTeam(sample.url, ownerKey);
  const work = await prepareSample(team, sample);
  const emptyTeam = await workInTeam(empty.url, ownerKey);
  for (const size of Object.keys(sizes) as Size[]) {
    await take(browser, size, "full", sample, team.teamId, fullPlaces(work));
    await take(browser, size, "empty", empty, emptyTeam.teamId, emptyPlaces);
    await take(browser, size, "error", sample, team.teamId, failingPlaces(work));
    await takeEntries(browser, size);
    await takeOpened(browser, size, team.teamId, fullPlaces(work));
  }
} finally {
  await browser.close();
  await Promise.all([sample.stop(), empty.stop(), fresh.stop()]);
  await cleanUp();
}
process.stdout.write(`${folder}\n`);

async function take(
  from: Browser,
  size: Size,
  state: "full" | "empty" | "error",
  service: Service,
  teamId: string,
  places: readonly Place[],
): Promise<void> {
  const page = await openPage(from, size);
  await page.request.post(`${service.url}/v2/session`, { data: owner });
  if (state === "error") await failReads(page);
  for (const place of places.filter(({ name }) => wanted(name))) {
    await openPlace(page, service.url, teamId, place);
    await shoot(page, `${place.name}-${state}`, size);
  }
  await page.context().close();
}

async function takeEntries(from: Browser, size: Size): Promise<void> {
  if (!wanted("sign-in")) return;
  const page = await openPage(from, size);
  await page.goto(`${sample.url}/sign-in`);
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await shoot(page, "sign-in-empty", size);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Use an email address").first().waitFor();
  await shoot(page, "sign-in-error", size);
  await page.goto(fresh.url);
  await page.getByRole("button", { name: "Create the workspace" }).waitFor();
  await shoot(page, "set-up-empty", size);
  await page.context().close();
}

async function takeOpened(from: Browser, size: Size, teamId: string, places: readonly Place[]): Promise<void> {
  const page = await openPage(from, size);
  await page.request.post(`${sample.url}/v2/session`, { data: owner });
  for (const { name, shows, narrow, open } of opened) {
    const place = places.find((each) => each.name === name.split(":")[0]);
    if ((narrow && size !== "narrow") || !place || !wanted(name)) continue;
    await openPlace(page, sample.url, teamId, place);
    await open(page);
    await (shows === undefined ? page.getByRole("dialog").last() : page.getByText(shows).first()).waitFor();
    await shoot(page, `opened-${name.replace(":", "-")}`, size);
  }
  await page.context().close();
}

async function openPage(from: Browser, size: Size): Promise<Page> {
  const context = await from.newContext({ viewport: sizes[size], locale: "en-GB", timezoneId: "Europe/Berlin", reducedMotion: "reduce" });
  return context.newPage();
}

async function shoot(page: Page, name: string, size: Size): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`), animations: "disabled", caret: "hide" });
  }
}
