import { ModelStepConfig } from "#contract/agents/config.ts";
import { getRevision, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { textOf } from "#contract/agents/scripted-steps.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { expectAccessible } from "../axe.ts";
import { draftOfProcess } from "../clarity-work.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";
import type { TeamWork } from "../team-work.ts";

const told = ["1. AP clerk: record invoice in Ledger", "2. AP clerk: check invoice in Ledger", "3. AP clerk: send payment notice in Mail"];

/** A process with an agent that was built from it and does its steps. Returns the ids. */
async function handedOver(team: TeamWork): Promise<{ processId: string; agentId: string }> {
  const { processId, agentId, buildId } = await draftOfProcess(team, "Pay an invoice", { "work.txt": told.join("\n") });
  const params = { build_id: buildId };
  const { build } = await team.call(getRevision, { params: { agent_id: agentId, ...params } });
  // What the practice model does below each heading; the rest is prose to it.
  const lines = ["call list_files {}", "do {{message}}", "say Sent"];
  const { data } = ModelStepConfig.parse(build.config);
  const prose = textOf(data.input).replaceAll(/^- (?:ask|say) .*\n/gm, "");
  const input = prose.replaceAll(/^## .*$/gm, (heading) => `${heading}\n${lines.shift() ?? ""}`);
  await team.call(updateRevision, { params, body: { config: { version: "v1", data: { ...data, input } } } });
  await team.call(promoteRevision, { params, body: {} });
  return { processId, agentId };
}

test("from a step of a process to the runs that did it, and from their transcripts back", async ({ page, signIn, ownService, ownTeam }) => {
  const { processId, agentId } = await handedOver(ownTeam);
  const start = async (message: string, status: "completed" | "failed") => {
    const body = { agent_id: agentId, message };
    const { run } = await ownTeam.call(startTeamRun, { params: { teamId: ownTeam.teamId }, body });
    return ownTeam.waitFor(run.id, status);
  };
  await start("say Checked", "completed");
  const failed = await start("fail The order is missing", "failed");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `runs/${failed.id}`, ownService);
  const transcript = page.getByRole("feed", { name: "Messages" });
  const steps = page.getByRole("region", { name: "Steps" });

  await test.step("the transcript says where each step began, and shows no call for it", async () => {
    await expect(transcript.getByText("Step: 2 Record invoice")).toBeVisible();
    await expect(transcript.getByText("Step: 3 Check invoice")).toBeVisible();
    await expect(transcript.getByText("list_files")).toBeVisible();
    await expect(transcript.getByText("start_step")).toHaveCount(0);
    await expect(page.getByText("The order is missing").first()).toBeVisible();
  });

  await test.step("the facts say how long each took, and at which one it failed", async () => {
    await expect(steps.getByRole("listitem")).toHaveCount(2);
    await expect(steps.getByRole("listitem").first().getByRole("img", { name: "Done" })).toBeVisible();
    await expect(steps.getByRole("listitem").last().getByRole("img", { name: "Failed" })).toBeVisible();
    await expect(steps.getByRole("link", { name: "Pay an invoice" })).toBeVisible();
    await expectAccessible(page, "a run with steps");
  });

  await test.step("by keyboard to the step of the process", async () => {
    await tabTo(page, transcript.getByRole("link", { name: "3 Check invoice" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`clarity/processes/${processId}\\?.*step=`));
    await expect(page.getByRole("heading", { name: "Check invoice", level: 2 })).toBeVisible();
  });

  const runs = page.getByRole("region", { name: "Runs" });
  await test.step("the step has its runs, those that failed at it, and leads to the place in the transcript", async () => {
    await expect(runs.getByRole("listitem")).toHaveCount(2);
    await expectAccessible(page, "a step with its runs");
    await tabTo(page, runs.getByRole("button", { name: "Failed here: 1" }));
    await page.keyboard.press("Enter");
    await expect(runs.getByRole("listitem")).toHaveCount(1);
    await runs.getByRole("link", { name: "Pay an invoice, run 2" }).click();
    await expect(page).toHaveURL(new RegExp(`runs/${failed.id}\\?at=`));
    await expect(transcript.getByText("Step: 3 Check invoice")).toBeVisible();
  });
});
