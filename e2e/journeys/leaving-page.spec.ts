import type { Page } from "@playwright/test";
import { generateRevision, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { expect, test } from "../fixtures.ts";
import { type Held, holdBack, writesOf } from "../held-keys.ts";
import type { TeamWork } from "../team-work.ts";

/** What decides, walks, opens and saves on some page, and what presses the button or the row that has the focus. */
const meantForTheNext = [
  "a",
  "d",
  "1",
  "j",
  "k",
  "x",
  "Enter",
  "Space",
  "Control+Enter",
  "Control+s",
  "s",
  "m",
  "c",
  "Delete",
  "ArrowDown",
];
const headingOf = (page: Page) => page.getByRole("heading", { level: 1 });
const underWay = (page: Page) => page.getByRole("region", { name: "Decisions under way" });

interface Destination {
  readonly key: string;
  readonly heading: string;
}

/** Every pair of keys that leads to a page, as the console itself lists them. */
async function destinationsOf(page: Page): Promise<Destination[]> {
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toBeVisible();
  const rows = await list.getByText(/^Go to /).evaluateAll((labels) =>
    labels.map((label) => ({
      heading: label.textContent.replace("Go to ", ""),
      keys: [...(label.parentElement?.querySelectorAll("kbd") ?? [])].map((key) => key.textContent),
    })),
  );
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  return rows.map(({ heading, keys }) => ({ heading, key: (keys.at(-1) ?? "").toLowerCase() }));
}

/** Opens the place for each destination and leaves it by keys, with the code of the page that comes held back. */
async function leaveForEach(page: Page, chunks: Held, place: string, ready: () => Promise<void>): Promise<number> {
  await page.goto(place);
  await ready();
  const destinations = await destinationsOf(page);
  const writes = writesOf(page);
  for (const { key, heading } of destinations)
    await test.step(`to ${heading}`, async () => {
      await chunks.letGo();
      await page.goto(place);
      await ready();
      const here = await headingOf(page).textContent();
      if (here === heading) return;
      await chunks.again();
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await expect(page).not.toHaveURL(place);
      const address = page.url();
      for (const pressed of meantForTheNext) await page.keyboard.press(pressed);
      // Looked at once: a decision is sent after five seconds, and then it is no longer listed.
      expect(await underWay(page).count()).toBe(0);
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect(page.url()).toBe(address);
      await chunks.letGo();
      await expect(headingOf(page)).not.toHaveText(here ?? "");
      expect(await underWay(page).count()).toBe(0);
      expect(writes).toEqual([]);
    });
  return destinations.length;
}

async function reviewed(team: TeamWork): Promise<string> {
  const agent = await team.createAgent("Reviewed", "say Done");
  const draft = await team.addRevision(agent, team.stepsOf("say Done"), false);
  const params = { build_id: draft.id };
  await team.call(generateRevision, { params, body: { prompt: "set instructions say Ready\nsay Says ready" } });
  await expect.poll(async () => (await team.call(getRevisionGeneration, { params })).generation?.summary).toBe("Says ready");
  return `agents/${agent.id}/revisions/${draft.id}/review`;
}

for (const kind of ["inbox", "run", "review"] as const)
  test(`a key that is typed right after “g …” decides nothing on the page that is left: ${kind}`, async ({
    page,
    signIn,
    ownService,
    ownTeam,
  }) => {
    const agent = await ownTeam.createAgent("Payer", 'approve "Pay 46 invoices?"\nsay Done');
    const run = await ownTeam.runUntil(agent, "waiting", "Invoices");
    const path = { inbox: "inbox", run: `runs/${run.id}`, review: await reviewed(ownTeam) }[kind];
    await signIn(page, "home", ownService);
    const chunks = await holdBack(page, "*/assets/*.js");
    await chunks.letGo();
    const decide = page.getByRole("button", { name: kind === "review" ? /^Accept/ : /^Approve/ });
    const went = await leaveForEach(page, chunks, `${ownService.url}/t/${ownTeam.teamId}/${path}`, () => expect(decide).toBeEnabled());
    expect(went).toBeGreaterThanOrEqual(10);
    // Once the page is there, its own keys count again.
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
    await page.keyboard.press("c");
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  });
