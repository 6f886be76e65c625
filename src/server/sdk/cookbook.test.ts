import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { listHumanRequests } from "#contract/runs/human-requests.ts";
import { createSandbox } from "#contract/runs/sandboxes.ts";
import { caseRecipes } from "#sdk/reference/case-recipes.ts";
import { environmentLines, firstCommands, firstProgram, installLine } from "#sdk/reference/first-steps.ts";
import type { Recipe } from "#sdk/reference/recipe.ts";
import { runRecipes } from "#sdk/reference/run-recipes.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { startInstalled } from "#server/testing/installed.ts";
import type { TestService } from "#server/testing/service.ts";

const run = promisify(execFile);
let installed: Awaited<ReturnType<typeof startInstalled>>;
let service: TestService;
let folder: string;

beforeAll(async () => {
  installed = await startInstalled();
  ({ service, folder } = installed);
});
afterAll(() => installed.close());

/** Runs a block as a shell would, and stops at what fails. */
async function shell(block: string, env: Record<string, string> = {}): Promise<string> {
  const path = `${join(process.execPath, "..")}:${process.env.PATH}`;
  const known = {
    PATH: path,
    HOME: folder,
    CASELOAD_URL: service.url,
    CASELOAD_API_KEY: service.keys.owner,
    CASELOAD_TEAM: service.teamId,
  };
  const { stdout } = await run("bash", ["-eo", "pipefail", "-c", block], { cwd: folder, env: { ...known, ...env } });
  return stdout;
}

async function program(text: string, env?: Record<string, string>): Promise<string> {
  await writeFile(join(folder, "program.mjs"), text);
  return shell("node program.mjs", env);
}

/** Makes what a recipe starts from, anew for each block. */
const made: Record<string, () => Promise<Record<string, string>>> = {
  TEAM_ID: async () => ({ TEAM_ID: service.teamId }),
  QUEUE_ID: async () => ({ QUEUE_ID: (await queueWithCase()).queue }),
  CASE_ID: async () => ({ CASE_ID: (await queueWithCase()).first }),
  AGENT_ID: async () => ({ AGENT_ID: (await agentWith(service, scripted("say Checked"))).id }),
  RUN_ID: async () => ({ RUN_ID: await startRunOf(service, (await agentWith(service, scripted("say Checked"))).id) }),
  SANDBOX_ID: async () => {
    const { sandbox_id } = await service.ok(createSandbox, { body: { team_id: service.teamId } });
    return { SANDBOX_ID: sandbox_id };
  },
  REQUEST_ID: async () => {
    const agent = await agentWith(service, scripted(`approve "Pay it?"`, "say Paid"));
    const runId = await startRunOf(service, agent.id);
    await settled(service, runId, ["waiting"]);
    const { human_requests } = await service.ok(listHumanRequests, { params: { teamId: service.teamId }, query: { state: "pending" } });
    return { RUN_ID: runId, REQUEST_ID: human_requests.find(({ run_id }) => run_id === runId)?.id ?? "" };
  },
};

let queues = 0;
async function queueWithCase(): Promise<{ queue: string; first: string }> {
  const body = { name: `Queue ${++queues}` };
  const { queue } = await service.ok(createQueue, { params: { teamId: service.teamId }, body });
  const given = { case: { title: "Refund 1", priority: "high" as const } };
  const { added_cases } = await service.ok(createCases, { params: { queue_id: queue.id }, body: given });
  return { queue: queue.id, first: added_cases[0]?.id ?? "" };
}

async function environmentOf({ needs }: Recipe): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const name of needs) Object.assign(env, await made[name]?.());
  expect(Object.keys(env).toSorted()).toEqual(needs.toSorted());
  return env;
}

/** What each block of a recipe prints when it worked. */
const says: Record<string, RegExp> = {
  "create-a-queue": /Refunds/,
  "add-cases": /Refund 4711[^]*Refund 4712/,
  "search-cases": /Refund 1/,
  "change-a-case": /completed/,
  "create-an-agent": /Checker/,
  "start-a-run": /[0-9a-f-]{36}/,
  "follow-a-run": /Checked/,
  "answer-a-question": /approved[^]*true/,
  "give-a-run-files": /number;total\n4711;12\.50/,
  "schedule-runs": /daily[^]*07:30/,
};

describe("the cookbook", () => {
  const recipes = [...caseRecipes, ...runRecipes];

  it("says of each recipe what its blocks print", () => {
    expect(recipes.map(({ id }) => id)).toEqual(Object.keys(says));
  });

  for (const recipe of recipes) {
    it(`${recipe.title}: with curl, by a program, by commands`, async () => {
      const wanted = says[recipe.id] ?? expect.fail(recipe.id);
      // A name is taken once.
      const renamed = (text: string, by: string) => text.replaceAll(/Refunds|Checker/g, `$&-${by}`);
      expect(await shell(renamed(recipe.curl, "curl"), await environmentOf(recipe))).toMatch(wanted);
      expect(await program(renamed(recipe.program, "program"), await environmentOf(recipe))).toMatch(wanted);
      expect(await shell(recipe.command, await environmentOf(recipe))).toMatch(wanted);
    });
  }
});

it("has first steps that work as they are shown", async () => {
  expect(installLine(service.url)).toBe(`npm install ${service.url}/sdk/caseload.tgz`);
  const signedOut = { CASELOAD_URL: "", CASELOAD_API_KEY: "", CASELOAD_TEAM: "" };
  const environment = environmentLines(service.url, service.keys.owner);
  await writeFile(join(folder, "program.mjs"), firstProgram);
  expect(await shell(`${environment}\nnode program.mjs`, signedOut)).toMatch(/: \d+ agents\n/);
  expect(await shell(`${environment}\n${firstCommands}`, signedOut)).toContain(service.teamId);
});
