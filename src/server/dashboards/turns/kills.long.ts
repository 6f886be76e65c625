import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { getDashboard } from "#contract/dashboards/dashboards.ts";
import { createDashboard, listDashboardMessages } from "#contract/dashboards/messages.ts";
import { listDashboardVersions } from "#contract/dashboards/versions.ts";
import { viewDashboard } from "#contract/dashboards/views.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { crashable } from "#server/testing/crashable.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { report, scaled } from "#server/testing/proof.ts";
import { random } from "#server/testing/seed.ts";

const titles = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
const message = ["title Killed", ...titles.map((title) => `bars "${title}": count of runs by agent`), "say Done."].join("\n");
/** How long after a message the service is killed at most, in milliseconds: a turn of these lines takes about as long. */
const latestMs = 400;

it("loses and doubles nothing where the service is killed at a random moment of a turn", { timeout: 3_600_000 }, async () => {
  const service = await crashable();
  const rounds = scaled(100);
  let under = 0;
  try {
    const params = { teamId: (await service.call(listMyTeams, {})).teams[0]?.id ?? "" };
    const body = { name: "Counted", build: { name: "First", config: scripted("say Hello") } };
    const { agent } = await service.call(createAgent, { params, body });
    await service.call(startTeamRun, { params, body: { agent_id: agent.id } });
    for (let round = 0; round < rounds; round++) {
      const { artifact_id } = await service.call(createDashboard, { body: { message } });
      const at = { params: { artifactId: artifact_id } };
      const status = async () => (await service.call(getDashboard, at)).artifact.status;
      await sleep(random() * latestMs);
      if ((await status()) !== "completed") under += 1;
      await service.killAndRestart();
      const ended = await comes("the end of a turn", async () => {
        const now = await status();
        return ["completed", "failed", "interrupted"].includes(now) ? now : undefined;
      });
      strictEqual(ended, "completed");
      const { data, total } = await service.call(listDashboardMessages, { ...at, query: {} });
      strictEqual(total, 2);
      strictEqual(data[1]?.content, "Done.");
      strictEqual(data[1].message?.version, 1);
      const steps = data[1].message.steps.flatMap((step) => (step.kind === "added" ? [step.title] : []));
      deepStrictEqual(steps, titles);
      const { page } = await service.call(viewDashboard, { ...at, body: {} });
      deepStrictEqual(
        page.blocks.map(({ title }) => title),
        titles,
      );
      strictEqual((await service.call(listDashboardVersions, at)).total, 1);
    }
    report(`${rounds} turns, ${under} of them killed while they were under way`);
    ok(under > rounds / 4);
  } finally {
    await service.close();
  }
});
