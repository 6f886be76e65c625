import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";

const failures = [
  { status: 500, json: { error: "internal", message: "Something broke." }, title: (what: string) => `Could not load ${what}` },
  { status: 403, json: { error: "forbidden", message: "Your role does not allow this." }, title: () => "Your role does not allow this" },
] as const;

test("a page that could not be read says what is missing, and reads it again", async ({ page, signIn, ownService, ownTeam, allow }) => {
  allow(/status of (500|403)/, /^answer: (500|403) /);
  const agent = await ownTeam.createAgent("Reader", "say Done");
  const { queue } = await ownTeam.call(createQueue, { params: { teamId: ownTeam.teamId }, body: { name: "Inquiries" } });
  await ownTeam.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "Inquiry", data: "" }] } });
  const pages = [
    { place: "skills", asks: /\/skills(\?|$)/, what: "the skills of this team" },
    { place: "logins", asks: /\/browser-agent\/credentials\//, what: "the logins of this team" },
    { place: "notifications", asks: /\/notifications(\?|$)/, what: "your notifications" },
    { place: "schedules", asks: /\/schedules\/week/, what: "the week" },
    { place: `agents/${agent.id}`, asks: /\/revisions\?.*status=live/, what: "the revisions of this agent" },
    { place: `agents/${agent.id}`, asks: /\/figures$/, what: "the figures of this agent" },
    { place: `agents/${agent.id}`, asks: /\/case-triggers$/, what: "what starts this agent and what it can use" },
    { place: `queues/${queue.id}`, asks: /\/figures$/, what: "the overview of this queue" },
  ];
  await signIn(page, "home", ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const { place, asks, what } of pages)
    for (const { status, json, title } of failures)
      await test.step(`${what}: ${status}`, async () => {
        // Only what the page asks: some pages have the address of their list. Asked again at once, not after a while.
        const answer = { status, json, headers: { "retry-after": "0" } };
        await page.route(asks, (route) => (route.request().isNavigationRequest() ? route.continue() : route.fulfill(answer)));
        await page.goto(`${ownService.url}/t/${ownTeam.teamId}/${place}`);
        const said = page.getByRole("main").getByText(title(what), { exact: true });
        await expect(said).toBeVisible();
        if (status === 403) await expect(page.getByText(`You cannot see ${what}.`)).toBeVisible();
        await page.unroute(asks);
        // Once the stream of events is open, a page reads again by itself what failed before: then the button is gone.
        await page.getByRole("button", { name: "Try again" }).evaluateAll((buttons) => (buttons[0] as HTMLElement | undefined)?.click());
        await expect(said).toHaveCount(0);
      });
});
