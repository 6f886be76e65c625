import { afterAll, beforeAll, expect, test } from "vitest";
import { getRevisionAccess } from "#contract/agents/access.ts";
import type { Config } from "#contract/agents/config.ts";
import { createRevision, updateRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { attachRevisionLogin, createCredential } from "#contract/connections/logins.ts";
import { attachRevisionSecret, createSecret } from "#contract/connections/secrets.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { createSkill } from "#contract/library/skills.ts";
import { createQueue, deleteQueue } from "#contract/queues/queues.ts";
import { agentWith, python, scripted } from "#server/testing/agents.ts";
import type { PersonName } from "#server/testing/people.ts";
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
    "file in/a.csv: read only",
    "file in/gone.csv: read only, missing from team files",
    "agent Agent: receives handoffs",
  ]);
});

test("a revision reaches the agents it passes work to, each once, with every way that leads to them", async () => {
  const named = async () => (await agentWith(service, scripted("say Hi"))).id;
  const [first, second] = [await named(), await named()];
  const { id: agent_id, buildId: build_id } = await agentWith(service, python("print(1)"));
  const reached = async (body: { handoverTo?: string | null; handoverTargetIds?: string[]; subAgentIds?: string[] }) => {
    await service.ok(updateRevision, { params: { build_id }, body });
    const { entries } = await service.ok(getRevisionAccess, { params: { agent_id, build_id } });
    return entries.flatMap(({ kind, id, detail }) => (kind === "agent" ? [[id, detail]] : []));
  };
  expect(await reached({ handoverTargetIds: [first, second], subAgentIds: [first] })).toEqual([
    [first, "receives handoffs; can be called"],
    [second, "receives handoffs"],
  ]);
  expect(await reached({ handoverTargetIds: [], handoverTo: second, subAgentIds: [] })).toEqual([[second, "always runs next"]]);
});

test("a program reads what it declares and may write any team file", async () => {
  expect(await accessOf(python("print(1)", { files: ["in/gone.csv"] }))).toEqual([
    "tool python: runs this program in a sandbox without network",
    "file Every file of the team: write; read only if declared",
    "file in/gone.csv: read only, missing from team files",
  ]);
});

test("a revision reaches the queues that its slots name, each once", async () => {
  const params = { teamId: service.teamId };
  const { integrations } = await service.ok(listIntegrations, { params });
  const { id: agent_id, buildId: build_id } = await agentWith(service, python("print(1)"));
  const queueOf = async (name: string) => (await service.ok(createQueue, { params, body: { name } })).queue.id;
  const [both, out, gone] = [await queueOf("Both ways"), await queueOf("Only out"), await queueOf("Gone")];
  for (const { id: integration_id, type } of integrations.filter((one) => one.type.startsWith("case-queue-"))) {
    const slot = { agent_id, build_id, integration_id };
    await service.ok(attachRevisionIntegrations, { params: { agent_id, build_id }, body: { integration_ids: [integration_id] } });
    const queue_ids = type === "case-queue-producer" ? [both] : [both, out, gone];
    await service.ok(replaceRevisionIntegrationQueues, { params: slot, body: { queue_ids } });
  }
  await service.ok(deleteQueue, { params: { queue_id: gone } });
  const { entries } = await service.ok(getRevisionAccess, { params: { agent_id, build_id } }, { as: "member" });
  expect(entries.filter(({ kind }) => kind === "queue")).toEqual([
    { kind: "queue", id: both, name: "Both ways", detail: "adds and handles cases" },
    { kind: "queue", id: out, name: "Only out", detail: "handles cases" },
  ]);
});

test("a revision's skills, secret keys and logins go by their names; another person's own are nobody else's to see", async () => {
  const params = { teamId: service.teamId };
  const skillBody = { name: "close-a-month", description: "Closes a month", content: "# Steps\n" };
  const { skill } = await service.ok(createSkill, { params, body: skillBody });
  const gone = "5f0f6a52-3f0d-4c53-9b57-6c1a3a1d7c01";
  const config: Config = { version: "v1", data: { model: "scripted", input: "say Hello", skills: [skill.id, gone] } };
  const { id: agentId, buildId } = await agentWith(service, config);
  const at = { agentId, buildId };
  for (const [as, shared] of [["owner", true] as const, ["member", false] as const]) {
    const secret = { name: `Of ${as}`, values: { [`${as.toUpperCase()}_KEY`]: "hidden value", [`${as.toUpperCase()}_URL`]: "x" }, shared };
    const { id: credentialId } = await service.ok(createSecret, { params, body: secret }, { as });
    await service.ok(attachRevisionSecret, { params: at, body: { credentialId } }, { as });
    const login = { domain: `${as}.example.com`, username: shared ? null : as, password: "hidden value", shared };
    const person = { teamId: service.teamId, userId: service.ids[as] };
    const { id: exposedCredentialId } = await service.ok(createCredential, { params: person, body: login }, { as });
    await service.ok(attachRevisionLogin, { params: at, body: { exposedCredentialId } }, { as });
  }
  const seenBy = async (as: PersonName) => {
    const { entries } = await service.ok(getRevisionAccess, { params: { agent_id: agentId, build_id: buildId } }, { as });
    expect(JSON.stringify(entries)).not.toContain("hidden value");
    expect(entries).toContainEqual(expect.objectContaining({ kind: "tool", name: "browser" }));
    return entries.filter(({ kind }) => ["skill", "secret", "login"].includes(kind)).map((e) => `${e.kind} ${e.name}: ${e.detail}`);
  };
  const shared = ["secret OWNER_KEY, OWNER_URL: of “Of owner”", "login owner.example.com: signs in"];
  expect(await seenBy("manager")).toEqual(["skill close-a-month: null", `skill ${gone}: no longer exists`, ...shared]);
  expect(await seenBy("member")).toEqual([
    "skill close-a-month: null",
    `skill ${gone}: no longer exists`,
    shared[0],
    "secret MEMBER_KEY, MEMBER_URL: of “Of member”, in runs that you start",
    shared[1],
    "login member.example.com: signs in as member, in runs that you start",
  ]);
});

test("is found under its own agent only", async () => {
  const [one, other] = [await agentWith(service, scripted("say Hi")), await agentWith(service, scripted("say Hi"))];
  await service.fails(getRevisionAccess, { params: { agent_id: other.id, build_id: one.buildId } }, "not_found");
});
