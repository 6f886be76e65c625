import { writeFile } from "node:fs/promises";
import { type Browser, type BrowserContext, type Page, test as base } from "@playwright/test";
import { machineTime } from "#server/testing/patience/machine-time.ts";
import { beginnings } from "./begun.ts";
import { expect } from "./expect.ts";
import { withNamesNoted } from "./shared-names.ts";
import { organizationIn } from "./shared-organization.ts";
import { type Service, owner, ownerKey, serviceLogs, startService, withOwner } from "./service.ts";
import { type TeamWork, workInTeam } from "./team-work.ts";
import { watchPages } from "./watch.ts";

export interface ForWorker {
  /** One service for the tests of a worker, with an owner. It may reach the servers that tests start on this machine. */
  service: Service;
  /** The owner's team in it, through the API. */
  team: TeamWork;
}

interface ForTest {
  /** Limits in the machine's time, and what is kept of a failure. */
  limits: void;
  /** Says that this test expects a problem of its pages: text of the console, or a failed answer. */
  allow: (...expected: RegExp[]) => void;
  /** A service of the test alone that nobody has set up yet. */
  freshService: Service;
  /** A service in which nothing is but what the test makes: an organization of its own in the worker's service, or a process and a store of its own. */
  ownService: Service;
  /** Whether that is a process of its own: for tests that end it, look at all of it, or hold it up for everybody. */
  ownProcess: boolean;
  /** What a process of its own is started with beside its owner. */
  ownSettings: Record<string, string>;
  /** The owner's team in `ownService`. */
  ownTeam: TeamWork;
  /** Another browser, watched as the first one. `allowed`: problems that it will have. */
  openBrowser: (...allowed: RegExp[]) => Promise<Page>;
  /** Signs the owner in and opens a place of their team, as in `runs`. */
  signIn: (page: Page, place?: string, on?: Service) => Promise<void>;
  /** As `signIn`, by an API key that this tab keeps. */
  signInWithKey: (page: Page, place?: string, on?: Service) => Promise<void>;
}

export const test = base.extend<ForTest, ForWorker>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
    async ({}, use) => {
      const service = await startService({ ...withOwner, OUTBOUND_ALLOW: "127.0.0.1" }, beginnings().owned);
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],
  team: [
    async ({ service }, use) => use(withNamesNoted(await workInTeam(service.url, ownerKey), "the team they share")),
    { scope: "worker" },
  ],

  limits: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
    async ({}, use, testInfo) => {
      let limit = testInfo.timeout;
      let set = limit;
      const since = { clock: performance.now(), machine: machineTime.now() };
      // Playwright counts by the clock: what the machine did not give is added.
      const timer = setInterval(() => {
        if (testInfo.timeout !== set) limit = testInfo.timeout;
        const lost = performance.now() - since.clock - (machineTime.now() - since.machine);
        set = Math.round(limit + lost);
        if (limit > 0) testInfo.setTimeout(set);
      }, 1_000);
      await use();
      clearInterval(timer);
      if (testInfo.status === testInfo.expectedStatus) return;
      const path = testInfo.outputPath("service.log");
      await writeFile(path, serviceLogs());
      testInfo.attachments.push({ name: "service.log", contentType: "text/plain", path });
    },
    { auto: true },
  ],
  allow: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const problems = watchPages(context);
      await use((...expected) => void allowed.push(...expected));
      expect(problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
  openBrowser: async ({ browser, contextOptions, viewport }, use) => {
    const contexts: { context: BrowserContext; problems: string[]; allowed: RegExp[] }[] = [];
    await use(async (...allowed) => {
      const context = await browser.newContext({ ...contextOptions, viewport });
      contexts.push({ context, problems: watchPages(context), allowed: [signedOutAnswer, ...allowed] });
      return context.newPage();
    });
    for (const { context, problems, allowed } of contexts) {
      await context.close();
      expect(problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))).toEqual([]);
    }
  },

  freshService: async ({ browser, ownSettings }, use) => {
    const service = await startService(ownSettings, beginnings().fresh);
    await use(service);
    await leaveAndStop(browser, service);
  },
  ownProcess: [false, { option: true }],
  ownSettings: [{}, { option: true }],
  ownService: async ({ browser, ownProcess, ownSettings, service: shared }, use) => {
    if (!ownProcess && Object.keys(ownSettings).length === 0) return use(await organizationIn(shared));
    const service = await startService({ ...withOwner, ...ownSettings }, beginnings().owned);
    await use(service);
    return leaveAndStop(browser, service);
  },
  ownTeam: async ({ ownService }, use) => use(await workInTeam(ownService.url, ownService.key)),

  signIn: async ({ service }, use) => {
    await use(async (page, place, on = service) => {
      if (on.session) await page.context().addCookies([{ ...on.session, url: on.url, httpOnly: true, sameSite: "Lax" }]);
      else expect((await page.request.post(`${on.url}/v2/session`, { data: owner })).ok()).toBe(true);
      await page.goto(await addressOf(on, place));
    });
  },
  signInWithKey: async ({ service }, use) => {
    await use(async (page, place, on = service) => {
      await page.addInitScript((key) => sessionStorage.setItem("caseload.key", key), on.key);
      await page.goto(await addressOf(on, place));
    });
  },
});

export { expect };

/** What the browser says about the question who is signed in, while nobody is. */
export const signedOutAnswer = /status of 401.*\/v2\/session\b/;

/** A page that is still open, in whichever window, would report that its service is gone. */
async function leaveAndStop(browser: Browser, service: Service): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  await Promise.all(pages.map((page) => page.close()));
  await service.stop();
}

async function addressOf(service: Service, place: string | undefined): Promise<string> {
  if (place === undefined) return service.url;
  if (place.startsWith("/")) return service.url + place;
  const { teamId } = await workInTeam(service.url, service.key);
  return `${service.url}/t/${teamId}/${place}`;
}
