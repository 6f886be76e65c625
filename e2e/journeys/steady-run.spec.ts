import { LLMock } from "@copilotkit/aimock";
import type { Page } from "@playwright/test";
import { createAgent } from "#contract/agents/agents.ts";
import type { Config } from "#contract/agents/config.ts";
import { postRunMessage } from "#contract/runs/messages.ts";
import { expect, test as base } from "../fixtures.ts";
import { noteShifts, shiftsOf } from "../shifts.ts";

/** A provider that writes as slowly as a real one: what it says grows on the page. */
const test = base.extend<{ provider: LLMock }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
  provider: async ({}, use) => {
    const provider = new LLMock({ port: 0 });
    await provider.start();
    await use(provider);
    await provider.stop();
  },
  ownSettings: async ({ provider }, use) => use({ MODEL_BASE_URL: `${provider.url}/v1` }),
});

const config: Config = { version: "v1", data: { model: "writer", input: "You write letters." } };
const letter = (about: string) =>
  [
    `# Of ${about}`,
    ...Array.from({ length: 12 }, (_, at) => `${at + 1}. A line about ${about}, with **some** weight.`),
    "",
    "| A | B |",
    "| - | - |",
    ...Array.from({ length: 6 }, (_, at) => `| ${at} | ${at * at} |`),
  ].join("\n");
const call = (name: string, given: object) => ({ name, arguments: JSON.stringify(given) });
const slowly = { latency: 20 };

/** What the writer does: it looks around and, once it is let go, writes, asks, writes on, keeps a file and ends. */
function script(provider: LLMock, letGo: Promise<unknown>): void {
  const results = (count: number) => ({
    model: "writer",
    predicate: ({ messages }: { messages: { role: string }[] }) => messages.filter(({ role }) => role === "tool").length === count,
  });
  const looks = { toolCalls: Array.from({ length: 4 }, (_, at) => call("list_files", { prefix: `folder-${at}/` })) };
  const usage = { usage: { prompt_tokens: 1200, completion_tokens: 340 } };
  for (let count = 0; count < 28; count += 4)
    provider.on(results(count), count === 16 ? { content: "Half of it. ".repeat(30), ...looks } : looks);
  const question = { type: "approval", title: "Send the letter?", description: letter("a question") };
  const first = { content: letter("spring"), toolCalls: [call("ask_person", question)] };
  provider.on(results(28), () => letGo.then(() => first), slowly);
  const program = "import os\nos.makedirs('output', exist_ok=True)\nopen('output/letter.txt', 'w').write('Dear all')\nprint('kept')";
  provider.on(results(29), { content: letter("autumn"), toolCalls: [call("run_python", { code: program })] }, slowly);
  provider.on(results(30), { content: letter("winter"), ...usage }, slowly);
}

test("nothing moves on the page of a run that writes, asks, goes on, ends and fails, wide or narrow, at the end or further up", async ({
  context,
  page: first,
  signIn,
  ownService: service,
  ownTeam: team,
  provider,
}) => {
  const { promise: letGo, resolve: write } = Promise.withResolvers<void>();
  script(provider, letGo);
  const body = { name: "Writer", build: { name: "First", config } };
  const { agent } = await team.call(createAgent, { params: { teamId: team.teamId }, body });
  await noteShifts(context);
  await signIn(first, "/profile", service);
  const run = await team.startRun(agent, `Write two letters about the seasons, ${"one after the other, ".repeat(8)}please.`);
  const params = { run_id: run.id };
  await expect.poll(() => provider.getRequests().length).toBe(7);

  const open = async (width: number, height: number, above: boolean) => {
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    await page.goto(`${service.url}/t/${team.teamId}/runs/${run.id}`);
    await expect(page.getByText("59 messages")).toBeAttached();
    // Each of the two pages of messages that are in sight comes by itself.
    await expect(page.locator("[role=feed][aria-busy=false]")).toBeVisible();
    if (above) {
      await page.getByRole("group", { name: "Transcript" }).hover();
      await page.mouse.wheel(0, -700);
      await expect(page.getByRole("button", { name: "End", exact: true })).toBeEnabled();
    }
    return { page, where: `${width} px wide, ${above ? "further up" : "at the end"}`, above };
  };
  const readers = await Promise.all([open(1280, 800, false), open(1280, 800, true), open(360, 740, false), open(360, 740, true)]);
  const marks = await Promise.all(readers.map(({ page }) => page.evaluate(() => performance.now())));
  const expectStill = (stage: string, seen: (page: Page, above: boolean) => Promise<void>) =>
    Promise.all(
      readers.map(async ({ page, where, above }, at) => {
        await seen(page, above);
        expect.soft(await shiftsOf(page, marks[at]), `${stage}, ${where}`).toEqual([]);
      }),
    );

  await expectStill("it waits for its model", (page) =>
    // On a phone the model has a line of its own.
    expect(page.getByText(/^(Waiting for writer|No answer) for/).filter({ visible: true })).toBeVisible(),
  );
  write();
  await expectStill("it asks", (page, above) =>
    above
      ? expect(page.getByRole("button", { name: "Answer" })).toBeVisible()
      : expect(page.getByRole("button", { name: "Approve" })).toBeInViewport(),
  );
  await team.approve(run.id);
  await expectStill("it ends", async (page, above) => {
    await expect(page.locator("header").getByText("Completed")).toBeVisible();
    if (!above) await expect(page.getByText("The work is done.")).toBeInViewport();
  });
  provider.nextRequestError(401, { message: "The key has ended" });
  await team.call(postRunMessage, { params, body: { message: "Once more, please." } });
  await expectStill("it fails", async (page, above) => {
    await expect(page.getByText("You cannot message a failed run.")).toBeVisible();
    if (!above) await expect(page.getByRole("region", { name: "Failure" })).toBeInViewport();
  });
});
