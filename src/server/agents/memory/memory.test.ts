import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteAgent, updateAgent } from "#contract/agents/agents.ts";
import { endpointsOf } from "#contract/endpoint.ts";
import * as memory from "#contract/agents/memory.ts";
import { getAgentMemoryFile, listAgentMemoryFiles, maxMemoryFiles, putAgentMemoryFile } from "#contract/agents/memory.ts";
import { deleteMemoryFor, listMemoryFor, readMemoryFor, writeMemoryFor } from "./memory-calls.ts";
import { agentWith, brief, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { removeMemoryFile } from "./memory.store.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const list = async (agent_id: string) => (await service.ok(listAgentMemoryFiles, { params: { agent_id } })).files;
const read = (agent_id: string, path: string) => service.ok(getAgentMemoryFile, { params: { agent_id, path } });
const put = (agent_id: string, path: string, content: string, generation: string | null = null) =>
  service.call(putAgentMemoryFile, { params: { agent_id, path }, body: { content, generation } });
const turn = (agent_id: string, on: boolean) => service.ok(updateAgent, { params: { agent_id }, body: { agentic_memory_enabled: on } });
const runOf = async (agentId: string, message = "Go") => settled(service, await startRunOf(service, agentId, { message }));
const resultsOf = async (runId: string) => brief(await messagesOf(service, runId)).filter((line) => line.includes("tool_result"));

describe("people", () => {
  test("write, read and list memory files, each change under its generation, and delete none", async () => {
    const { id } = await agentWith(service, scripted("say Done"));
    const written = (await put(id, "customers/acme.md", "Pays late")).ok;
    expect(written).toMatchObject({ content: "Pays late", source_type: "user", source_user_id: service.ids.owner });
    const changed = (await put(id, "customers/acme.md", "Pays on time", written?.generation)).ok;
    expect(Number(changed?.generation)).toBeGreaterThan(Number(written?.generation));
    expect(await read(id, "customers/acme.md")).toEqual(changed);
    await put(id, "a.md", "");
    expect((await list(id)).map(({ name, path }) => [name, path])).toEqual([
      ["a.md", "a.md"],
      ["acme.md", "customers/acme.md"],
    ]);
    const params = { agent_id: id, path: "customers/acme.md" };
    const cleared = (generation: string) => ({ params, body: { content: "", generation } });
    const stale = await service.fails(putAgentMemoryFile, cleared(written?.generation ?? ""), "memory_changed");
    expect(stale.generation).toBe(changed?.generation);
    await service.ok(putAgentMemoryFile, cleared(changed?.generation ?? ""));
    expect((await read(id, params.path)).content).toBe("");
    expect(endpointsOf(memory).filter(([, { method }]) => method === "DELETE")).toEqual([]);
  });

  test("overwrite nothing unseen, not even what came back after it was deleted", async () => {
    const { id } = await agentWith(service, scripted("say Done"));
    const params = { agent_id: id, path: "notes.md" };
    const { generation } = await service.ok(putAgentMemoryFile, { params, body: { content: "One", generation: null } });
    await service.fails(putAgentMemoryFile, { params, body: { content: "Two", generation: null } }, "memory_changed");
    const { db } = service.app.services.store;
    await db.transaction((tx) => removeMemoryFile(tx, id, params.path, undefined));
    const gone = await service.fails(putAgentMemoryFile, { params, body: { content: "Two", generation } }, "memory_changed");
    expect(gone.generation).toBeNull();
    const again = await service.ok(putAgentMemoryFile, { params, body: { content: "One", generation: null } });
    expect(Number(again.generation)).toBeGreaterThan(Number(generation));
    await service.fails(putAgentMemoryFile, { params, body: { content: "Two", generation } }, "memory_changed");
  });

  test("meet the rules of paths and the number of files", async () => {
    const { id } = await agentWith(service, scripted("say Done"));
    await put(id, "a", "1");
    expect((await put(id, "a/b", "2")).error?.issues?.[0]?.message).toBe("a is a file, so it cannot contain other files");
    await put(id, "c/d", "3");
    expect((await put(id, "c", "4")).error?.issues?.[0]?.message).toBe("c is a folder");
    await service.pool.query(
      "insert into memory_files (agent_id, path, content, source_type) select $1, 'many/' || n, '', 'job' from generate_series(3, $2) n",
      [id, maxMemoryFiles],
    );
    expect((await put(id, "one-more", "")).error?.message).toContain("at most 500 memory files");
    expect(await list(id)).toHaveLength(maxMemoryFiles);
  });

  test("change the memory of their own agents only, below Manager", async () => {
    const { id } = await agentWith(service, scripted("say Done"));
    const input = { params: { agent_id: id, path: "x.md" }, body: { content: "x", generation: null } };
    await service.fails(putAgentMemoryFile, input, "forbidden", { as: "builder" });
    await service.ok(putAgentMemoryFile, input, { as: "manager" });
    expect((await service.ok(listAgentMemoryFiles, { params: { agent_id: id } }, { as: "member" })).files).toHaveLength(1);
  });
});

describe("a model step", () => {
  test("keeps notes from one run to the next", async () => {
    const { id } = await agentWith(
      service,
      scripted(
        "call memory_list {}",
        'call memory_write {"path": "seen/last.md", "content": "{{message}}"}',
        'call memory_read {"path": "seen/last.md"}',
        "say I noted {{last}}",
      ),
    );
    const first = await runOf(id, "Invoice 7");
    const file = await read(id, "seen/last.md");
    expect(file).toMatchObject({ content: "Invoice 7", source_type: "job", source_agent_run_id: first.id });
    const second = await runOf(id, "Invoice 8");
    expect((await resultsOf(second.id))[0]).toContain(`"path":"seen/last.md","generation":"${file.generation}"`);
    expect(brief(await messagesOf(service, second.id))).toContain("assistant text: I noted Invoice 8");
    const again = await read(id, "seen/last.md");
    expect(again).toMatchObject({ source_agent_run_id: second.id });
    // A person's word after a run's is theirs alone.
    await put(id, "seen/last.md", "Mine", again.generation);
    expect(await read(id, "seen/last.md")).not.toHaveProperty("source_agent_run_id");
  });

  test("forgets, and hears why something cannot be done", async () => {
    const { id } = await agentWith(
      service,
      scripted(
        'call memory_read {"path": "none.md"}',
        'call memory_write {"path": "a.md", "content": "1", "generation": "1"}',
        'call memory_write {"path": "a.md", "content": "1"}',
        'call memory_write {"path": "a.md/b", "content": "1"}',
        'call memory_delete {"path": "a.md"}',
        'call memory_delete {"path": "a.md"}',
        "say Done",
      ),
    );
    const results = await resultsOf((await runOf(id)).id);
    expect(results.map((line) => line.replace("tool tool_result: ", "").replace(/\d{1,9}/, "n"))).toEqual([
      "There is no memory file none.md.",
      "This memory file was deleted.",
      '{"path":"a.md","generation":"n"}',
      "path: a.md is a file, so it cannot contain other files",
      '{"path":"a.md"}',
      "There is no memory file a.md.",
    ]);
    expect(await list(id)).toEqual([]);
  });

  test("neither reads nor writes while the memory is off; the files stay for people and for later", async () => {
    const steps = ['call memory_read {"path": "a.md"}', 'call memory_write {"path": "a.md", "content": "Changed"}', "say Done"];
    const { id } = await agentWith(service, scripted(...steps));
    await put(id, "a.md", "Kept");
    await turn(id, false);
    expect(await resultsOf((await runOf(id)).id)).toEqual([
      "tool tool_result: There is no tool memory_read here.",
      "tool tool_result: There is no tool memory_write here.",
    ]);
    expect(await read(id, "a.md")).toMatchObject({ content: "Kept" });
    await turn(id, true);
    expect((await resultsOf((await runOf(id)).id))[0]).toContain('"content":"Kept"');
    expect(await read(id, "a.md")).toMatchObject({ content: "Changed" });
  });

  test("is refused as soon as the memory is off, in a run that began before", async () => {
    const { id } = await agentWith(service, scripted("say Done"));
    const run = { id: (await runOf(id)).id, agent_id: id };
    const { db } = service.app.services.store;
    await turn(id, false);
    for (const use of [
      () => listMemoryFor(db, run),
      () => readMemoryFor(db, run, "a.md"),
      () => db.transaction((tx) => writeMemoryFor(tx, run, { path: "a.md", content: "1" })),
      () => db.transaction((tx) => deleteMemoryFor(tx, run, "a.md")),
    ])
      await expect(use()).rejects.toThrow("The memory of this agent is off");
    expect(await list(id)).toEqual([]);
  });
});

describe("a code step", () => {
  const code = `
import caseload
before = [f["path"] for f in caseload.memory.list()]
first = caseload.memory.write("count.md", "1")
caseload.memory.write("count.md", "2", generation=first)
try:
    caseload.memory.write("count.md", "3", generation=first)
except caseload.CallError as error:
    print("refused:", error)
print(before, caseload.memory.read("count.md"), caseload.memory.generation("count.md") != first)
caseload.memory.write("gone.md", "x")
caseload.memory.delete("gone.md")
`;
  test("has the same memory over its socket, and none while it is off", async () => {
    const { id } = await agentWith(service, python(code));
    const done = await runOf(id);
    const said = brief(await messagesOf(service, done.id)).join("\n");
    expect(said).toContain("refused: This memory file has changed. Read it again, then decide.");
    expect(said).toContain("[] 2 True");
    expect((await list(id)).map((f) => [f.path, f.source_agent_run_id])).toEqual([["count.md", done.id]]);
    await turn(id, false);
    const off = await runOf(id);
    expect(off.status).toBe("failed");
    expect(brief(await messagesOf(service, off.id)).join("\n")).toContain("The memory of this agent is off");
  });
});

test("writes of many runs at once are each counted", async () => {
  const { id } = await agentWith(service, scripted('call memory_write {"path": "shared.md", "content": "{{message}}"}', "say {{last}}"));
  const runs = await Promise.all(Array.from({ length: 12 }, (_, i) => runOf(id, `run ${i}`)));
  const results = (await Promise.all(runs.map((run) => resultsOf(run.id)))).flat();
  const generations = results.map((line) => Number(/"generation":"(\d+)"/.exec(line)?.[1]));
  expect(new Set(generations).size).toBe(12);
  const file = await read(id, "shared.md");
  expect(Number(file.generation)).toBe(Math.max(...generations));
  const last = runs[generations.indexOf(Number(file.generation))];
  expect(file).toMatchObject({ source_agent_run_id: last?.id, content: last?.title });
});

test("of many changes of one generation one is taken", async () => {
  const { id } = await agentWith(service, scripted("say Done"));
  const first = (await put(id, "a.md", "0")).ok?.generation;
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => put(id, "a.md", `${i}`, first)));
  expect(answers.filter((a) => a.ok)).toHaveLength(1);
  expect(answers.filter((a) => a.error?.error === "memory_changed")).toHaveLength(19);
});

test("goes with its agent", async () => {
  const { id } = await agentWith(service, scripted("say Done"));
  await put(id, "a.md", "1");
  await service.ok(deleteAgent, { params: { agent_id: id } });
  const { rows } = await service.pool.query("select 1 from memory_files where agent_id = $1", [id]);
  expect(rows).toEqual([]);
  await service.fails(listAgentMemoryFiles, { params: { agent_id: id } }, "not_found");
});
