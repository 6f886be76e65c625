import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent, deleteAgent, getAgent } from "#contract/agents/agents.ts";
import { putCodeBlob } from "#contract/agents/code-blobs.ts";
import type { Config } from "#contract/agents/config.ts";
import {
  createRevision,
  discardRevision,
  getRevision,
  listAgentRevisions,
  promoteRevision,
  updateRevision,
} from "#contract/agents/revisions.ts";
import type { CallOptions, TestService } from "#server/testing/service.ts";
import { promoteAtOnce } from "./promotions.cases.ts";
import { startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const model = (input = "Say hello."): Config => ({ version: "v1", data: { model: "scripted", input } });
const code: Config = { version: "v1", data: { language: "python", source: { kind: "inline", code: "print(1)" } } };

const bundled = (files: { path: string; sha256: string; sizeBytes: number }[], bucket = `team-${service.teamId}`): Config => ({
  version: "v1",
  data: { language: "python", source: { kind: "files", startCommand: "python main.py", bundle: { bucket, files } } },
});

async function agent(config: Config = model(), options?: CallOptions): Promise<{ id: string; build: string }> {
  const made = await service.ok(
    createAgent,
    { params: { teamId: service.teamId }, body: { name: "Agent", build: { name: "First", config } } },
    options,
  );
  return { id: made.agent.id, build: made.build?.id ?? "" };
}
const draft = async (agent_id: string, body = {}, options?: CallOptions) =>
  (await service.ok(createRevision, { params: { agent_id }, body: { name: "Draft", ...body } }, options)).build;
const read = async (agent_id: string, build_id: string) => (await service.ok(getRevision, { params: { agent_id, build_id } })).build;
const promote = (build_id: string, body = {}, options?: CallOptions) =>
  service.call(promoteRevision, { params: { build_id }, body }, options);

describe("create", () => {
  test("writes a draft with the next number, copied from the live revision", async () => {
    const { id, build } = await agent(model("Live one"));
    const second = await draft(id, {}, { as: "manager" });
    expect(second).toMatchObject({
      revision_number: 2,
      status: "draft",
      parent_build_id: build,
      config: { data: { input: "Live one" } },
      created_by_name: "manager",
    });
    const third = await draft(id, { config: model("Given") });
    expect(third).toMatchObject({
      revision_number: 3,
      parent_build_id: build,
      config: { data: { input: "Given", files: [], skills: [] } },
    });
    const fourth = await draft(id, { source_build_id: third.id });
    expect(fourth).toMatchObject({ revision_number: 4, parent_build_id: third.id, config: { data: { input: "Given" } } });
  });

  test("needs a configuration where there is nothing to copy, and copies the newest where nothing is live", async () => {
    const { agent: empty } = await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name: "Empty" } });
    const error = await service.fails(createRevision, { params: { agent_id: empty.id }, body: { name: "Draft" } }, "invalid_request");
    expect(error.issues?.[0]?.path).toEqual(["config"]);
    const first = await draft(empty.id, { config: model("Only draft") });
    expect(await draft(empty.id)).toMatchObject({
      revision_number: 2,
      parent_build_id: first.id,
      config: { data: { input: "Only draft" } },
    });
  });

  test("refuses the other family, foreign sources and foreign targets", async () => {
    const { id, build } = await agent();
    const program = await agent(code);
    const foreign = await service.ok(
      createAgent,
      { params: { teamId: service.neighbourTeamId }, body: { name: "Foreign", build: { name: "First", config: model() } } },
      { as: "neighbour" },
    );
    const params = { agent_id: id };
    await service.fails(createRevision, { params, body: { name: "Draft", config: code } }, "step_family_fixed");
    await service.fails(createRevision, { params, body: { name: "Draft", source_build_id: program.build } }, "step_family_fixed");
    const source = await service.fails(
      createRevision,
      { params, body: { name: "Draft", source_build_id: foreign.build?.id ?? "" } },
      "invalid_request",
    );
    expect(source.issues?.[0]?.path).toEqual(["source_build_id"]);
    for (const target of [id, foreign.agent.id]) {
      const error = await service.fails(
        createRevision,
        { params, body: { name: "Draft", handover_target_ids: [program.id, target] } },
        "invalid_request",
      );
      expect(error.issues?.[0]?.path).toEqual(["handover_target_ids", 1]);
    }
    expect((await service.ok(listAgentRevisions, { params })).builds.map((b) => b.id)).toEqual([build]);
  });

  test("copies targets that still exist, and never the agent itself", async () => {
    const [one, two, three] = [await agent(), await agent(), await agent()];
    const first = await draft(one.id, { handover_target_ids: [two.id, three.id] });
    expect(first.handover_target_ids.toSorted()).toEqual([two.id, three.id].toSorted());
    expect((await draft(two.id, { source_build_id: first.id })).handover_target_ids).toEqual([three.id]);
    await service.ok(deleteAgent, { params: { agent_id: three.id } });
    expect((await draft(one.id, { source_build_id: first.id })).handover_target_ids).toEqual([two.id]);
  });

  test("numbers stay without gaps or doubles when many are written at once", async () => {
    const { id } = await agent();
    const drafts = await Promise.all(Array.from({ length: 20 }, () => draft(id)));
    expect(drafts.map((d) => d.revision_number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
  });

  test("Builders write revisions of their own agents only", async () => {
    const { id } = await agent();
    const own = await agent(model(), { as: "builder" });
    await service.fails(createRevision, { params: { agent_id: id }, body: { name: "Draft" } }, "forbidden", { as: "builder" });
    const mine = await draft(own.id, {}, { as: "builder" });
    expect((await promote(mine.id, {}, { as: "builder" })).status).toBe(200);
    await service.fails(updateRevision, { params: { build_id: (await draft(id)).id }, body: { revision_name: "Mine" } }, "forbidden", {
      as: "builder",
    });
    expect((await promote((await draft(id)).id, {}, { as: "builder" })).error?.error).toBe("forbidden");
    await service.fails(createRevision, { params: { agent_id: own.id }, body: { name: "Draft" } }, "forbidden", { as: "member" });
  });
});

describe("list and get", () => {
  test("newest number first, paged, and only under the right agent", async () => {
    const { id, build } = await agent();
    const other = await agent();
    const second = await draft(id);
    const page = await service.ok(listAgentRevisions, { params: { agent_id: id }, query: { limit: 1 } });
    expect(page).toMatchObject({ total: 2, limit: 1, offset: 0, builds: [{ id: second.id }] });
    expect((await service.ok(listAgentRevisions, { params: { agent_id: id }, query: { offset: 1 } })).builds.map((b) => b.id)).toEqual([
      build,
    ]);
    await service.fails(getRevision, { params: { agent_id: other.id, build_id: build } }, "not_found");
    await service.fails(getRevision, { params: { agent_id: id, build_id: id } }, "not_found");
  });
});

describe("update", () => {
  test("changes a draft and a live revision in place, and clears with null", async () => {
    const { id, build } = await agent();
    const target = await agent();
    for (const build_id of [build, (await draft(id)).id]) {
      const body = { config: model("Changed"), revision_name: "Named", revision_description: "Why", handoverTargetIds: [target.id] };
      const { build: changed } = await service.ok(updateRevision, { params: { build_id }, body });
      expect(changed).toMatchObject({
        config: { data: { input: "Changed", files: [] } },
        revision_name: "Named",
        revision_description: "Why",
        handover_target_ids: [target.id],
      });
      const { build: cleared } = await service.ok(updateRevision, {
        params: { build_id },
        body: { revision_name: null, revision_description: null },
      });
      expect(cleared).toMatchObject({ revision_name: null, revision_description: null, config: changed.config, status: changed.status });
    }
  });

  test("counts as a change of the agent; an empty body changes nothing", async () => {
    const { id, build } = await agent(model(), { as: "builder" });
    const stamp = async () => (await service.ok(getAgent, { params: { agent_id: id } })).agent;
    const before = await stamp();
    await service.ok(updateRevision, { params: { build_id: build }, body: {} });
    expect(await stamp()).toEqual(before);
    await service.ok(updateRevision, { params: { build_id: build }, body: { revision_name: "Named" } }, { as: "manager" });
    expect((await stamp()).updated_by?.id).toBe(service.ids.manager);
  });

  test("refuses the other family and bad targets, and changes nothing then", async () => {
    const { id, build } = await agent();
    const before = await read(id, build);
    await service.fails(
      updateRevision,
      { params: { build_id: build }, body: { config: code, revision_name: "Half" } },
      "step_family_fixed",
    );
    const error = await service.fails(
      updateRevision,
      { params: { build_id: build }, body: { revision_name: "Half", handoverTargetIds: [id] } },
      "invalid_request",
    );
    expect(error.issues).toEqual([{ path: ["handoverTargetIds", 0], message: "An agent cannot hand off work to itself" }]);
    expect(await read(id, build)).toEqual(before);
  });
});

describe("bundle", () => {
  const text = "print(2)\n";
  const sha256 = createHash("sha256").update(text).digest("hex");
  let build_id: string;
  let agent_id: string;
  beforeAll(async () => {
    const made = await agent(code);
    [agent_id, build_id] = [made.id, made.build];
    await service.ok(putCodeBlob, { params: { teamId: service.teamId, sha256 }, bytes: text });
  });
  const update = (config: Config, expected: string) => service.fails(updateRevision, { params: { build_id }, body: { config } }, expected);
  const file = { path: "main.py", sha256, sizeBytes: text.length };

  test("is taken when every file was uploaded", async () => {
    const config = bundled([file, { ...file, path: "lib/again.py" }]);
    const { build } = await service.ok(updateRevision, { params: { build_id }, body: { config } });
    expect(build.config).toEqual({ version: "v1", data: { ...config.data, files: [], timeoutMs: 600_000 } });
  });

  test("is refused with another bucket, absent files or wrong sizes", async () => {
    await update(bundled([file], "team-other"), "wrong_bucket");
    await service.fails(createRevision, { params: { agent_id }, body: { name: "Draft", config: bundled([file], "x") } }, "wrong_bucket");
    const [a, b] = ["a".repeat(64), "b".repeat(64)];
    const absent = bundled([
      file,
      { path: "a", sha256: a, sizeBytes: 1 },
      { path: "b", sha256: b, sizeBytes: 1 },
      { path: "c", sha256: a, sizeBytes: 1 },
    ]);
    expect((await update(absent, "missing_blobs")).missing).toEqual([a, b]);
    await service.fails(createRevision, { params: { agent_id }, body: { name: "Draft", config: absent } }, "missing_blobs");
    const field = ["config", "data", "source", "bundle", "files", 1];
    const size = await update(bundled([file, { ...file, path: "b", sizeBytes: 1 }]), "invalid_request");
    expect(size.issues).toEqual([{ path: [...field, "sizeBytes"], message: `The uploaded file has ${text.length} bytes` }]);
    const both = await update(bundled([file, { ...file, path: "main.py/b" }]), "invalid_request");
    expect(both.issues?.[0]?.path).toEqual([...field, "path"]);
  });

  test("another team's upload does not count", async () => {
    const foreign = bundled([file], `team-${service.neighbourTeamId}`);
    await service.fails(
      createAgent,
      { params: { teamId: service.neighbourTeamId }, body: { name: "Thief", build: { name: "First", config: foreign } } },
      "missing_blobs",
      { as: "neighbour" },
    );
  });
});

describe("discard", () => {
  const discard = (build_id: string) => ({ params: { build_id } });

  test("deletes a draft and nothing that was ever live", async () => {
    const { id, build } = await agent();
    const second = await draft(id);
    await service.ok(discardRevision, discard(second.id));
    await service.fails(getRevision, { params: { agent_id: id, build_id: second.id } }, "not_found");
    await service.fails(discardRevision, discard(second.id), "not_found");
    await service.fails(discardRevision, discard(build), "not_a_draft");
    await promote((await draft(id)).id);
    await service.fails(discardRevision, discard(build), "not_a_draft");
  });

  test("Builders discard drafts of their own agents only", async () => {
    const second = await draft((await agent()).id);
    await service.fails(discardRevision, discard(second.id), "forbidden", { as: "builder" });
    const own = await draft((await agent(model(), { as: "builder" })).id);
    await service.ok(discardRevision, discard(own.id), { as: "builder" });
  });
});

describe("promote", () => {
  test("makes a draft live, the one before historic, and back again", async () => {
    const { id, build } = await agent();
    const second = await draft(id);
    expect((await promote(second.id, { revision_name: "Better", revision_description: "Because" })).ok).toEqual({ success: true });
    expect(await read(id, second.id)).toMatchObject({ status: "live", revision_name: "Better", revision_description: "Because" });
    expect((await read(id, build)).status).toBe("historic");
    await service.fails(promoteRevision, { params: { build_id: second.id }, body: {} }, "already_live");
    expect((await promote(build, { revision_description: null })).status).toBe(200);
    expect([(await read(id, build)).status, (await read(id, second.id)).status]).toEqual(["live", "historic"]);
  });

  test("is told in the list with each time that a revision was made live", async () => {
    const { id, build } = await agent();
    const second = await draft(id);
    const times = async () =>
      Object.fromEntries(
        (await service.ok(listAgentRevisions, { params: { agent_id: id }, query: {} })).builds.map((one) => [one.id, one.made_live]),
      );
    const { [build]: first, [second.id]: none } = await times();
    expect([first?.length, none]).toEqual([1, []]);
    await promote(second.id);
    await promote(build);
    const { [build]: back = [], [second.id]: once = [] } = await times();
    expect([back.length, once.length, back[1]]).toEqual([2, 1, first?.[0]]);
    expect(Date.parse(back[0] ?? "")).toBeGreaterThanOrEqual(Date.parse(once[0] ?? ""));
  });

  test("fifty at once leave exactly one live at every instant", () => promoteAtOnce(service, 50));

  test("of fifty promotions of one revision one takes effect", async () => {
    const { id } = await agent();
    const { id: build_id } = await draft(id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => promote(build_id)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.error?.error === "already_live")).toHaveLength(49);
  });
});

test("one agent that comes next excludes agents to hand over to, and both go with a deleted agent", async () => {
  const make = async (name: string) => {
    const body = { name, build: { name: "First", config: { version: "v1", data: { model: "scripted", input: "say Hello" } } as const } };
    const made = await service.ok(createAgent, { params: { teamId: service.teamId }, body });
    return { id: made.agent.id, build_id: made.build?.id ?? "" };
  };
  const [giver, first, second] = [await make("Names others"), await make("First peer"), await make("Second peer")];
  const change = { params: { build_id: giver.build_id } };
  const { build } = await service.ok(updateRevision, { ...change, body: { handoverTo: first.id, subAgentIds: [first.id, second.id] } });
  expect(build).toMatchObject({ handover_to: first.id, handover_target_ids: [], sub_agent_ids: [first.id, second.id] });
  for (const body of [
    { handoverTargetIds: [second.id] },
    { handoverTargetIds: [second.id], handoverTo: first.id },
    { handoverTo: giver.id },
  ])
    await service.fails(updateRevision, { ...change, body }, "invalid_request");
  const further = { params: { agent_id: giver.id } };
  const copy = await service.ok(createRevision, { ...further, body: { name: "Copy" } });
  expect(copy.build).toMatchObject({ handover_to: first.id, sub_agent_ids: [first.id, second.id] });
  const other = await service.ok(createRevision, { ...further, body: { name: "Other", handover_target_ids: [second.id] } });
  expect(other.build).toMatchObject({ handover_to: null, handover_target_ids: [second.id] });
  await service.ok(deleteAgent, { params: { agent_id: first.id } });
  const { build: left } = await service.ok(getRevision, { params: { agent_id: giver.id, build_id: giver.build_id } });
  expect(left).toMatchObject({ handover_to: null, sub_agent_ids: [second.id] });
  await service.ok(updateRevision, { ...change, body: { handoverTo: null, handoverTargetIds: [second.id] } });
});

test("of two changes made from the same state the second one writes nothing and hears what came between", async () => {
  const { id, build: build_id } = await agent();
  const { updated_at: expected_updated_at } = await read(id, build_id);
  const change = (input: string, expected?: string) =>
    service.call(updateRevision, {
      params: { build_id },
      body: { config: model(input), ...(expected && { expected_updated_at: expected }) },
    });
  const answers = await Promise.all([change("say First", expected_updated_at), change("say Second", expected_updated_at)]);
  const [won] = answers.filter((a) => a.ok);
  const [lost] = answers.filter((a) => a.error);
  expect(lost?.error).toMatchObject({ error: "revision_changed", updated_at: won?.ok?.build.updated_at });
  expect((await read(id, build_id)).config).toEqual(won?.ok?.build.config);
  expect((await change("say Third", won?.ok?.build.updated_at)).status).toBe(200);
  expect((await change("say Fourth")).status).toBe(200);
});
