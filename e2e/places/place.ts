import type { Page } from "@playwright/test";
import { expect } from "../expect.ts";
import type { SampleWork } from "../sample-work.ts";

/** A place of the console and the words that stand there once it is drawn. */
export interface Place {
  readonly name: string;
  /** Below the team, or from the root with a slash. */
  readonly path: string;
  readonly shows: string | RegExp;
  /** As `shows`, where a narrow screen keeps those words behind a button. */
  readonly narrow?: string;
  /** It stands alone: no sections around it, and no search. */
  readonly bare?: true;
}

/** The places of one area of the console. */
export interface PlacesOfArea {
  /** With the sample workspace in them. */
  full(work: SampleWork): Place[];
  /** Of a team that holds nothing yet. */
  readonly empty: readonly Place[];
  /** That say what could not be loaded; the service answers every read of them with an error. */
  failing(work: SampleWork): Place[];
}

export const couldNotLoad = /^Could not load/;

/** Lets every read of a page fail but the one that says who is signed in. */
export async function failReads(page: Page): Promise<void> {
  await page.route(/\/(v2|sdk)\//, (route) => {
    if (route.request().url().endsWith("/v2/session")) return route.continue();
    const body = { error: "internal", message: "Something went wrong in the service. Nothing was changed." };
    return route.fulfill({ status: 500, headers: { "x-request-id": "0f4c6f5e-6c1d-4c7e-9b8e-1c2d3e4f5a6b" }, json: body });
  });
}

/** Opens a place and waits until it is drawn and at rest. */
export async function openPlace(page: Page, base: string, teamId: string, place: Place): Promise<void> {
  await page.goto(place.path.startsWith("/") ? base + place.path : `${base}/t/${teamId}/${place.path}`);
  const shows = (page.viewportSize()?.width ?? 0) < 600 ? (place.narrow ?? place.shows) : place.shows;
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true], [role=status][aria-label=Loading]").filter({ visible: true })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // A dialog that is a place of its own takes the keys once it has the focus.
  if (await page.getByRole("dialog").last().isVisible())
    await expect(page.locator("[role=dialog]:focus, [role=dialog] :focus")).toHaveCount(1);
}
