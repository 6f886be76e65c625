import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { putCodeBlob } from "#contract/agents/code-blobs.ts";
import type { Config } from "#contract/agents/config.ts";
import { getPromotePreflight, type PreflightProblem } from "#contract/agents/preflight.ts";
import { createRevision, promoteRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { attachRevisionLogin, createCredential } from "#contract/connections/logins.ts";
import { attachRevisionSecret, createSecret } from "#contract/connections/secrets.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { createSkill, deleteSkill } from "#contract/library/skills.ts";
import { createAgentCaseTrigger, updateAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createQueue, deleteQueue } from "#contract/queues/queues.ts";
import { blobKeys } from "#server/agents/code/code-blobs.store.ts";
import { startedFile } from "#server/agents/code/start-file.ts";
import { agentWith, python, scripted } from "#server/testing/agents.ts";
import { attachQueues, queueIn } from "#server/testing/cases.ts";
import type { PersonName } from "#server/testing/people.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** What is known of a draft with this configuration, beside what the machine cannot run. */
async function problemsOf(config: Config, body: { handover_target_ids?: string[] } = {}): Promise<PreflightProblem[]> {
  const agent = await agentWith(service, config);
  const { build } = await service.ok(createRevision, { params: { agent_id: agent.id }, body: { name: "Draft", config, ...body } });
  const { problems, total } = await service.ok(getPromotePreflight, { params: { build_id: build.id } }, { as: "member" });
  expect(total).toBeGreaterThanOrEqual(problems.length);
  return problems.filter(({ code }) => code !== "sandbox_unavailable");
}
const brief = (problems: readonly PreflightProblem[]) => problems.map((p) => `${p.severity} ${p.code} ${p.subject.name} -> ${p.fix}`);
const put = (path: string) =>
  service.ok(updateFileContent, { params: { teamId: service.teamId, path }, body: { content: "month,total\n" } });

test("nothing is wrong with what runs", async () => {
  await put("in/there.csv");
  expect(await problemsOf({ version: "v1", data: { model: "scripted", input: "say Hello", files: ["in/there.csv"] } })).toEqual([]);
});

test("a declared team file that is missing blocks a program and warns of a model step, until it is uploaded", async () => {
  const code = python("print(1)", { files: ["in/gone.csv"] });
  expect(brief(await problemsOf(code))).toEqual(["blocks team_file_missing in/gone.csv -> upload_file"]);
  const model: Config = { version: "v1", data: { model: "scripted", input: "say Hello", files: ["in/gone.csv"] } };
  expect(brief(await problemsOf(model))).toEqual(["warns team_file_missing in/gone.csv -> upload_file"]);
  await put("in/gone.csv");
  expect(await problemsOf(code)).toEqual([]);
});

test("a file of the program whose bytes are gone blocks", async () => {
  const text = "print('kept')\n";
  const sha256 = createHash("sha256").update(text).digest("hex");
  await service.ok(putCodeBlob, { params: { teamId: service.teamId, sha256 }, bytes: text });
  const files = [{ path: "main.py", sha256, sizeBytes: text.length }];
  const bundle = { bucket: `team-${service.teamId}`, files };
  const config: Config = {
    version: "v1",
    data: { language: "python", source: { kind: "files", startCommand: "python main.py", bundle } },
  };
  expect(await problemsOf(config)).toEqual([]);
  const { objects, store } = service.app.services;
  await objects.remove((await blobKeys(store.db, service.teamId, [sha256])).get(sha256) ?? "");
  expect(brief(await problemsOf(config))).toEqual(["blocks code_file_missing main.py -> edit_revision"]);
});

test("a start command that begins a file which is not there blocks", async () => {
  const brokenBy = async (startCommand: string) =>
    brief(await problemsOf({ version: "v1", data: { language: "python", source: { kind: "files", startCommand } } }));
  expect(await brokenBy("python main.py")).toEqual(["blocks start_file_missing main.py -> edit_revision"]);
  expect(await brokenBy("python -c 'print(1)'")).toEqual([]);
});

test.each([
  ["python main.py", "main.py"],
  ["exec python3 -u ./app/main.py --fast", "app/main.py"],
  ["sh -e /workspace/run.sh; echo done", "run.sh"],
  ["python app", "app"],
  ["python -m app", undefined],
  ["python -c 'print(1)'", undefined],
  ["python -W ignore main.py", undefined],
  ["python $ENTRY", undefined],
  ["python files/tool.py", undefined],
  ["python ../tool.py", undefined],
  ["python /usr/lib/tool.py", undefined],
  ["cd app && python main.py", undefined],
])("%s begins the file %s", (command, path) => expect(startedFile(command)).toBe(path));

test("a model without a provider blocks, whoever may not set one up chooses another", async () => {
  expect(brief(await problemsOf({ version: "v1", data: { model: "no-such-model", input: "Hello" } }))).toEqual([
    "blocks model_unavailable no-such-model -> edit_revision",
  ]);
});

test("prose blocks the practice model, a step among it does not", async () => {
  expect(brief(await problemsOf(scripted("Check the invoices, then report.")))).toEqual(["blocks no_steps scripted -> edit_revision"]);
  expect(await problemsOf(scripted("Check the invoices.", "say Checked"))).toEqual([]);
});

test("a machine without a sandbox blocks programs only; one without a browser warns what would sign in", async () => {
  const probe = async () => ({ ok: false, reason: "bwrap is missing", remedy: "Install it." }) as const;
  const bare = await startService({
    engine: { sandbox: { kind: "none", probe, run: () => Promise.reject(new Error("never run")), close: async () => {} } },
    env: { CHROMIUM_PATH: "/nowhere/chromium" },
  });
  for (const [config, expected] of [
    [python("print(1)"), ["blocks sandbox_unavailable sandbox -> ask_operator"]],
    [scripted("say Hello"), []],
  ] as const) {
    const { buildId: build_id } = await agentWith(bare, config);
    expect(brief((await bare.ok(getPromotePreflight, { params: { build_id } })).problems)).toEqual(expected);
  }
  const { id: agentId, buildId } = await agentWith(bare, scripted("say Hello"));
  const params = { teamId: bare.teamId, userId: bare.ids.owner };
  const login = await bare.ok(createCredential, { params, body: { domain: "app.example.com", password: "secret words" } });
  await bare.ok(attachRevisionLogin, { params: { agentId, buildId }, body: { exposedCredentialId: login.id } });
  const { problems } = await bare.ok(getPromotePreflight, { params: { build_id: buildId } });
  expect(brief(problems)).toEqual(["warns browser_unavailable browser -> ask_operator"]);
  await bare.close();
});

describe("handover", () => {
  test("to an agent without a live revision warns, until one is promoted", async () => {
    const { agent } = await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name: "Next in line" } });
    expect(brief(await problemsOf(scripted("say Hello"), { handover_target_ids: [agent.id] }))).toEqual([
      "warns handover_target_not_live Next in line -> promote_agent",
    ]);
    const { build } = await service.ok(createRevision, {
      params: { agent_id: agent.id },
      body: { name: "Draft", config: scripted("say Hi") },
    });
    await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
    expect(await problemsOf(scripted("say Hello"), { handover_target_ids: [agent.id] })).toEqual([]);
  });

  test("to an agent that is gone blocks, and stands before what only warns", async () => {
    const gone = await agentWith(service, scripted("say Hi"));
    const { id, buildId } = await agentWith(service, {
      version: "v1",
      data: { model: "scripted", input: "say Hello", files: ["in/never.csv"] },
    });
    // A deletion takes the agent out of every list in its own transaction; a restored backup may not have.
    await service.pool.query("update revisions set handover_target_ids = array[$1::uuid] where agent_id = $2", [gone.id, id]);
    await service.pool.query("update agents set deleted_at = now() where id = $1", [gone.id]);
    const { problems, total } = await service.ok(getPromotePreflight, { params: { build_id: buildId } });
    expect(brief(problems)).toEqual([
      "blocks handover_target_deleted Deleted agent -> edit_revision",
      "warns team_file_missing in/never.csv -> upload_file",
    ]);
    expect(total).toBe(2);
  });
});

test("a slot for queues that names none warns, also after its queue is deleted", async () => {
  const params = { teamId: service.teamId };
  const { id: agent_id, buildId: build_id } = await agentWith(service, scripted("say Hello"));
  const { integrations } = await service.ok(listIntegrations, { params, query: { type: "case-queue-consumer" } });
  const [integration] = integrations;
  const integration_id = integration?.id ?? "";
  await service.ok(attachRevisionIntegrations, { params: { agent_id, build_id }, body: { integration_ids: [integration_id] } });
  const problems = async () => brief((await service.ok(getPromotePreflight, { params: { build_id } })).problems);
  const warning = [`warns slot_without_queue ${integration?.name} -> name_queue`];
  expect(await problems()).toEqual(warning);
  const { queue } = await service.ok(createQueue, { params, body: { name: "Soon gone" } });
  const slot = { agent_id, build_id, integration_id };
  await service.ok(replaceRevisionIntegrationQueues, { params: slot, body: { queue_ids: [queue.id] } });
  expect(await problems()).toEqual([]);
  await service.ok(deleteQueue, { params: { queue_id: queue.id } });
  expect(await problems()).toEqual(warning);
});

test("a case trigger warns while the revision takes no cases of its queue", async () => {
  const { id: agent_id, buildId } = await agentWith(service, scripted("say Hello"));
  const queue_id = await queueIn(service);
  const { case_trigger } = await service.ok(createAgentCaseTrigger, {
    params: { agent_id },
    body: { case_queue_id: queue_id, enabled: true },
  });
  const problems = async () => (await service.ok(getPromotePreflight, { params: { build_id: buildId } })).problems;
  expect(await problems()).toMatchObject([
    { code: "trigger_without_slot", severity: "warns", subject: { id: queue_id }, fix: "name_queue" },
  ]);
  const params = { agent_id, trigger_id: case_trigger.id };
  await service.ok(updateAgentCaseTrigger, { params, body: { enabled: false } });
  expect(await problems()).toEqual([]);
  await service.ok(updateAgentCaseTrigger, { params, body: { enabled: true } });
  await attachQueues(service.ok, service.teamId, { id: agent_id, buildId }, { consumes: [queue_id] });
  expect(await problems()).toEqual([]);
});

test("a skill that is gone blocks, until the team has it", async () => {
  const body = { name: "close-a-month", description: "Closes a month", content: "# Steps\n" };
  const { skill } = await service.ok(createSkill, { params: { teamId: service.teamId }, body });
  const config: Config = { version: "v1", data: { model: "scripted", input: "say Hello", skills: [skill.id] } };
  expect(await problemsOf(config)).toEqual([]);
  await service.ok(deleteSkill, { params: { skill_id: skill.id } });
  expect(brief(await problemsOf(config))).toEqual([`blocks skill_missing ${skill.id} -> edit_revision`]);
});

describe("what is attached", () => {
  const lost = "v1.lost.key.text";
  const problemsFor = async (build_id: string, as: PersonName) =>
    brief((await service.ok(getPromotePreflight, { params: { build_id } }, { as })).problems.filter((p) => p.fix !== "ask_operator"));

  test("secrets that export one variable warn those who see both, and one that no key opens blocks", async () => {
    const { id: agentId, buildId } = await agentWith(service, scripted("say Hello"));
    const attach = async (name: string, values: Record<string, string>, as: PersonName, shared: boolean) => {
      const { id } = await service.ok(createSecret, { params: { teamId: service.teamId }, body: { name, values, shared } }, { as });
      await service.ok(attachRevisionSecret, { params: { agentId, buildId }, body: { credentialId: id } }, { as });
      return id;
    };
    const first = await attach("First", { TOKEN: "value one", HOST: "value two" }, "owner", true);
    await attach("Own", { TOKEN: "value three" }, "member", false);
    expect(await problemsFor(buildId, "owner")).toEqual([]);
    const { problems } = await service.ok(getPromotePreflight, { params: { build_id: buildId } }, { as: "member" });
    expect(brief(problems)).toEqual(["warns secret_keys_clash TOKEN -> choose_secrets"]);
    expect(problems[0]?.message).toContain("“Own” and “First”");
    expect(problems[0]?.message).toContain("runs that you start get the one of “Own”");
    await attach("Second", { HOST: "value four" }, "owner", true);
    expect(await problemsFor(buildId, "owner")).toEqual(["warns secret_keys_clash HOST -> choose_secrets"]);
    await service.pool.query("update secrets set sealed = $2 where id = $1", [first, lost]);
    expect(await problemsFor(buildId, "owner")).toContain("blocks secret_unreadable First -> open_secret");
  });

  test("a login that nothing signs in with warns", async () => {
    const params = { teamId: service.teamId, userId: service.ids.owner };
    const body = { domain: "app.example.com", username: "clerk", password: "secret words", shared: true };
    const { id } = await service.ok(createCredential, { params, body });
    const attachedTo = async (config: Config) => {
      const { id: agentId, buildId } = await agentWith(service, config);
      await service.ok(attachRevisionLogin, { params: { agentId, buildId }, body: { exposedCredentialId: id } });
      return buildId;
    };
    const model = await attachedTo(scripted("say Hello"));
    const title = "The login clerk at app.example.com";
    expect(await problemsFor(model, "member")).toEqual([]);
    expect(await problemsFor(await attachedTo(python("print(1)")), "member")).toContain(`warns login_unused ${title} -> choose_logins`);
    await service.pool.query("update logins set sealed = $2 where id = $1", [id, lost]);
    expect(await problemsFor(model, "member")).toEqual([`warns login_unreadable ${title} -> open_login`]);
    // No request makes it so; a restored backup may.
    await service.pool.query("update logins set has_password = false where id = $1", [id]);
    expect(await problemsFor(model, "member")).toEqual([`warns login_empty ${title} -> open_login`]);
  });
});

test("lists a hundred problems at most and counts all", async () => {
  const files = Array.from({ length: 150 }, (_, i) => `in/absent-${i}.csv`);
  const { buildId: build_id } = await agentWith(service, python("print(1)", { files }));
  const { problems, total } = await service.ok(getPromotePreflight, { params: { build_id } });
  expect(problems).toHaveLength(100);
  expect(total).toBeGreaterThanOrEqual(150);
});

test("says so when there is no configuration at all, and does not keep anybody from promoting", async () => {
  const { id } = await agentWith(service, scripted("say Hi"));
  const { build } = await service.ok(createRevision, { params: { agent_id: id }, body: { name: "Draft" } });
  await service.pool.query("update revisions set config = null where id = $1", [build.id]);
  expect(brief((await service.ok(getPromotePreflight, { params: { build_id: build.id } })).problems)).toEqual([
    "blocks no_configuration configuration -> edit_revision",
  ]);
  await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
  await service.fails(getPromotePreflight, { params: { build_id: id } }, "not_found");
});
