import { afterAll, beforeAll, expect, test } from "vitest";
import { getRevisionAccess } from "#contract/agents/access.ts";
import type { Config } from "#contract/agents/config.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { agentWith, python, scripted } from "#server/testing/agents.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

async function accessOf(config: Config, handover_target_ids: string[] = []): Promise<string[]> {
  const { id: agent_id } = await agentWith(service, config);
  const { build } = await service.ok(createRevision, { params: { agent_id }, body: { name: "Draft", handover_target_ids } });
  const { entries } = await service.ok(getRevisionAccess, { params: { agent_id, build_id: build.id } }, { as: "member" });
  return entries.map(({ kind, name, detail }) => `${kind} ${name}: ${detail}`);
}

test("a model step that names no tools reaches every built-in one, and with them every team file", async () => {
  const entries = await accessOf(scripted("say Hello"));
  expect(entries).toContain("tool python: runs programs in a sandbox without network");
  expect(entries).toContain("file Every file of the team: read and written");
});

test("a model step reaches what it names and no more", async () => {
  await service.ok(updateFileContent, { params: { teamId: service.teamId, path: "in/a.csv" }, body: { content: "1" } });
  const target = await agentWith(service, scripted("say Hi"));
  const config: Config = {
    version: "v1",
    data: { model: "scripted", input: "say Hello", tools: [{ type: "human_request" }], files: ["in/a.csv", "in/gone.csv"] },
  };
  expect(await accessOf(config, [target.id])).toEqual([
    "tool human_request: asks people and waits for their answer",
    "file in/a.csv: declared, read",
    "file in/gone.csv: declared, missing from the team's files",
    "agent Agent: takes over work",
  ]);
});

test("a program reads what it declares and may write any team file", async () => {
  expect(await accessOf(python("print(1)", { files: ["in/gone.csv"] }))).toEqual([
    "tool python: runs this program in a sandbox without network",
    "file Every file of the team: written; read only where declared",
    "file in/gone.csv: declared, missing from the team's files",
  ]);
});

test("is found under its own agent only", async () => {
  const [one, other] = [await agentWith(service, scripted("say Hi")), await agentWith(service, scripted("say Hi"))];
  await service.fails(getRevisionAccess, { params: { agent_id: other.id, build_id: one.buildId } }, "not_found");
});
