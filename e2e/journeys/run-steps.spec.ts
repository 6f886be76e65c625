import { acceptRevisionGeneration, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { ModelStepConfig } from "#contract/agents/config.ts";
import { getRevision, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { textOf } from "#contract/agents/scripted-steps.ts";
import { buildClarityAutomation, getClarityAutomation } from "#contract/clarity/automation.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { createClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { promoteClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { expectAccessible } from "../axe.ts";
import { captureFile } from "../clarity-work.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";
import type { TeamWork } from "../team-work.ts";
import { until } from "../until.ts";

const told = ["1. AP clerk: record invoice in Ledger", "2. AP clerk: check invoice in Ledger", "3. AP clerk: send payment notice in Mail"];

/** A process, its proposal, and an agent that was built from it and does its steps. Returns the ids. */
async function handedOver(team: TeamWork): Promise<{ processId: string; agentId: string }> {
  const { process } = await team.call(createClarityProcess, { params: { teamId: team.teamId }, body: { name: "Pay an invoice" } });
  const process_id = process.id;
  await captureFile(team, process_id, "work.txt", told.join("\n"));
  for (const kind of ["current_process", "transformation_proposal"] as const) {
    await team.call(generateClarityProcessSnapshot, { params: { process_id, kind }, body: {} });
    const draft = await until(async () => {
      const found = await team.call(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });
      const versions = kind === "current_process" ? found.current_process_versions : found.transformation_proposal_versions;
      return found.process.generation_progress === null ? versions[0] : undefined;
    });
    await team.call(promoteClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: draft.id } });
  }
  await team.call(buildClarityAutomation, { params: { process_id }, body: {} });
  const { agent_id, build_id, builder_run_id } = await until(async () => {
    const { automation } = await team.call(getClarityAutomation, { params: { process_id } });
    return automation?.builder_run_status === "waiting_for_approve" ? automation : undefined;
  });
  const params = { build_id };
  const { builder_run } = await team.call(getRevisionGeneration, { params });
  const expected_started_at = builder_run?.started_at ?? null;
  await team.call(acceptRevisionGeneration, { params, body: { builder_run_id, expected_started_at } });
  const { build } = await team.call(getRevision, { params: { agent_id, build_id } });
  // What the practice model does below each heading; the rest is prose to it.
  const lines = ["call list_files {}", "do {{message}}", "say Sent"];
  const { data } = ModelStepConfig.parse(build.config);
  const prose = textOf(data.input).replaceAll(/^- (?:ask|say) .*\n/gm, "");
  const input = prose.replaceAll(/^## .*$/gm, (heading) => `${heading}\n${lines.shift() ?? ""}`);
  await team.call(updateRevision, { params, body: { config: { version: "v1", data: { ...data, input } } } });
  await team.call(promoteRevision, { params, body: {} });
  return { processId: process_id, agentId: agent_id };
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
