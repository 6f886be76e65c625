import { createAgent } from "#contract/agents/agents.ts";
import { generateRevision } from "#contract/agents/builder-runs.ts";
import type { Config } from "#contract/agents/config.ts";
import { replaceEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { type ModelServer, startModelServer } from "#server/testing/model-server.ts";
import { compatible } from "#server/testing/wire-dialects.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test as base } from "../fixtures.ts";

const test = base.extend<{ provider: ModelServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
  provider: async ({}, use) => {
    const provider = await startModelServer();
    await use(provider);
    await provider.close();
  },
  ownSettings: async ({ provider }, use) => use({ MODEL_BASE_URL: `${provider.url}/v1`, MODEL_RETRY_FOR: "7200" }),
});

const config: Config = { version: "v1", data: { model: compatible.model, input: "You check invoices." } };

test("what is asked of a model says what it waits for, until the model answers or is asked again", async ({
  page,
  context,
  signIn,
  ownService,
  ownTeam: team,
  provider,
}) => {
  const tooFast = {
    status: 429,
    headers: { "retry-after": "3000" },
    body: [JSON.stringify(compatible.errorBody("rate_limit_error", "Slow down"))],
  };
  await test.step("a run, on its page and in the list", async () => {
    const begins = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    provider.on("Check May", [
      { body: [begins.promise, ...compatible.text("The invoices of May "), goesOn.promise, ...compatible.end()] },
      { body: [...compatible.text("They are still right."), ...compatible.end()] },
    ]);
    provider.on("Check June", [tooFast]);
    const body = { name: "Checker", build: { name: "First", config } };
    const { agent } = await team.call(createAgent, { params: { teamId: team.teamId }, body });
    const may = await team.startRun(agent, "Check May");
    await team.startRun(agent, "Check June");

    await signIn(page, `/t/${team.teamId}/runs/${may.id}`, ownService);
    await expect(page.getByText(`Waiting for ${compatible.model} for`)).toBeVisible();
    await expectAccessible(page, "a run that waits for its model");
    const list = await context.newPage();
    await list.goto(`${ownService.url}/t/${team.teamId}/runs`);
    await expect(list.getByRole("row", { name: /Check May/ })).toContainText(/No answer for \d+s/);
    await expect(list.getByRole("row", { name: /Check June/ })).toContainText(/Next try in (4\d|50)m/);
    await expect(list.getByRole("row", { name: /Check June/ })).toContainText("Waiting to retry");
    begins.resolve();
    await expect(page.getByText(`Waiting for more from ${compatible.model} for`)).toBeVisible();
    await expect(list.getByRole("row", { name: /Check May/ })).toContainText(/Silent for \d+s/);
    await page.reload();
    await expect(page.getByText(`Waiting for more from ${compatible.model} for`)).toBeVisible();
    goesOn.resolve();
    await expect(page.getByText("The work is done.")).toBeVisible();
    await expect(page.getByText("Waiting for more")).toHaveCount(0);
    await expect(list.getByRole("row", { name: /Check May/ })).not.toContainText("Silent");

    await list.getByRole("link", { name: /Check June/ }).click();
    await expect(list.getByText("The model provider answered 429: Slow down.")).toBeVisible();
    await expect(list.getByText(/Next try in (4\d|50)m.* Gives up at .*\d\d:\d\d\./)).toBeVisible();
  });

  await test.step("on a phone the whole name of the model is there, beside all that is done with the transcript", async () => {
    const begins = Promise.withResolvers<void>();
    provider.on("Check July", [{ body: [begins.promise, ...compatible.text("The invoices of July are right."), ...compatible.end()] }]);
    const model = "qwen2.5-coder-32b-instruct";
    const body = { name: "Coder", build: { name: "First", config: { ...config, data: { ...config.data, model } } } };
    const { agent } = await team.call(createAgent, { params: { teamId: team.teamId }, body });
    const july = await team.startRun(agent, "Check July");
    const phone = await context.newPage();
    await phone.setViewportSize({ width: 360, height: 740 });
    await phone.goto(`${ownService.url}/t/${team.teamId}/runs/${july.id}`);
    const bar = phone.getByRole("toolbar", { name: "Transcript" });
    await expect(bar.getByText(/^No answer for \d+s$/)).toBeVisible();
    const name = bar.getByText(model, { exact: true });
    await expect(name).toBeVisible();
    expect(await name.evaluate(({ parentElement: line }) => (line?.scrollWidth ?? 0) - (line?.clientWidth ?? 0))).toBe(0);
    await expect(bar.getByRole("button", { name: "Find" })).toBeInViewport({ ratio: 1 });
    begins.resolve();
    await expect(phone.getByText("The invoices of July are right.")).toBeVisible();
    await phone.close();
  });

  await test.step("a generation and an evaluation, with the try and its end", async () => {
    provider.on("Be kinder", [tooFast]);
    provider.on("Write to the office", [{ body: [...compatible.text("Dear office"), ...compatible.end()] }, tooFast]);
    const body = { name: "Writer", build: { name: "First", config } };
    const { agent } = await team.call(createAgent, { params: { teamId: team.teamId }, body });
    const { build } = await team.call(createRevision, { params: { agent_id: agent.id }, body: { name: "Draft" } });
    const rubrics = [{ title: "Is kind", description: "Is the letter kind to its reader?" }];
    await team.call(replaceEvalRubrics, { params: { agentId: agent.id }, body: { rubrics } });
    await team.call(generateRevision, { params: { build_id: build.id }, body: { prompt: "Be kinder" } });
    const run = await team.startRun(agent, "Write to the office");

    await signIn(page, `/t/${team.teamId}/agents/${agent.id}/revisions/${build.id}/review`, ownService);
    const next = /The model provider answered 429: Slow down\. Next try in (4\d|50)m/;
    await expect(page.getByRole("heading", { name: "Waiting for the next try" })).toBeVisible();
    await expect(page.getByText(next)).toContainText(/Gives up at .*\d\d:\d\d\./);
    await expectAccessible(page, "a generation that waits for its next try");
    await page.goto(`${ownService.url}/t/${team.teamId}/runs/${run.id}`);
    await expect(page.getByRole("region", { name: "Evaluation" }).getByText(next)).toContainText("after 1 of 4 tries");
  });
});

test("a run's page says what its model is told, shows one Undo, and takes no press that was meant for Stop", async ({
  page,
  signIn,
  team,
}) => {
  const agent = await team.createAgent("Payer", 'approve "Pay the rent?"');
  const run = await team.startRun(agent);
  await team.waitFor(run.id, "waiting");
  await page.clock.install();
  await signIn(page, `runs/${run.id}`);
  await expect(page.getByText("No message was given. The agent is told: “Start the work.”")).toBeVisible();

  await page.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByRole("region", { name: /^Waits for you/ })).toContainText("Approving in");
  const undo = page.getByRole("button", { name: /^Undo/ });
  await expect(undo).toHaveCount(1);
  await undo.click();

  const stop = page.getByRole("button", { name: "Stop", exact: true });
  const again = page.getByRole("button", { name: "Run again", exact: true });
  await expect(stop).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await stop.click();
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await again.isVisible()).toBe(true);
  }).toPass();
  await again.click({ force: true });
  await expect(again).not.toHaveAttribute("aria-busy");
  await expect(page).toHaveURL(new RegExp(run.id));
  await page.clock.runFor(1000);
  await again.click();
  await page.clock.resume();
  await expect(page).not.toHaveURL(new RegExp(run.id));
  await expect(stop).toBeVisible();
});
