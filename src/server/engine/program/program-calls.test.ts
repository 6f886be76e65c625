import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { getAgentMemoryFile, listAgentMemoryFiles } from "#contract/agents/memory.ts";
import { updateRevision } from "#contract/agents/revisions.ts";
import { getFileContent, updateFileContent } from "#contract/library/files.ts";
import { parseExact } from "#contract/exact-json.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { listCases } from "#contract/queues/cases.ts";
import { agentWith, brief, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, attachTo, caseOf, queueIn, storyOf } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const transcript = async (runId: string) => brief(await messagesOf(service, runId));
const said = async (runId: string) => (await transcript(runId)).join("\n");
const titles = async (queue_id: string) => (await service.ok(listCases, { params: { queue_id } })).cases.map((one) => one.title).toSorted();

describe("the program of a code step", () => {
  it("logs 1 MB by calls and no more", async () => {
    const code = `import caseload
for n in range(11):
    try:
        caseload.log("x" * 99_000)
    except caseload.CallError as error:
        print("refused:", n, error)`;
    const run = await settled(service, await startRunOf(service, (await agentWith(service, python(code))).id));
    const lines = await said(run.id);
    expect(run.status).toBe("completed");
    expect(lines).toContain("refused: 10 A program can log 1 MB. Write results to files in output/.");
    expect(lines.match(/x{99000}/g)).toHaveLength(10);
  });

  it("sends numbers on as they came, and computes with them", async () => {
    const [from, to] = [await queueIn(service), await queueIn(service)];
    const minimum = "12345678901234567890.55";
    const schema = parseExact(
      `{"type":"object","properties":{"sum":{"type":"number","minimum":${minimum}}},"additionalProperties":false}`,
    ) as CaseSchema;
    await service.ok(replaceQueueJsonSchema, { params: { queue_id: from }, body: { schema, change_summary: "First" } });
    const code = `import caseload
schema = caseload.cases.schema("${from}")
least = schema["properties"]["sum"]["minimum"]
print(least, least > 1e19)
caseload.cases.declare(schema, "The same", queue="${to}")`;
    const { id: agent } = await agentOn(service, python(code), { produces: [from, to] });
    const run = await settled(service, await startRunOf(service, agent));
    expect(await said(run.id)).toContain(`${minimum} True`);
    const { rows } = await service.pool.query<{ schema: string }>(
      "select s.schema::text as schema from case_schemas s join queues q on q.schema_family_id = s.family_id where q.id = $1",
      [to],
    );
    expect(rows.map((row) => row.schema)).toEqual([expect.stringContaining(`"minimum":${minimum}`)]);
  });

  it("adds, lists and works cases as a model does, and its run shows each call", async () => {
    const queue = await queueIn(service);
    const code = `import caseload, json
first, second = caseload.cases.add([{"title": "A", "data": {"amount": 12}}, {"title": "B", "labels": [{"value": "late"}]}])
print([case["title"] for case in caseload.cases.list(status=["pending"])])
mine = caseload.cases.claim()
print(mine["id"] == first, json.loads(mine["data"]))
caseload.cases.update(title="A, paid", priority="high", labels=[{"key": "by", "value": "bank"}])
caseload.cases.complete("Paid")
for wrong in (lambda: caseload.cases.fail("Too late"), lambda: caseload.call("request_approval", title="Pay?"), lambda: caseload.cases.add([])):
    try:
        wrong()
    except caseload.CallError as error:
        print("refused:", error)`;
    const { id: agent } = await agentOn(service, python(code), { produces: [queue], consumes: [queue] });
    const run = await settled(service, await startRunOf(service, agent));
    expect(run.failure).toBeNull();
    const log = await messagesOf(service, run.id);
    expect(log.flatMap((m) => m.tool_call?.name ?? [])).toEqual([
      "add_cases",
      "list_cases",
      "claim_case",
      "update_case",
      "complete_case",
      "fail_case",
      "request_approval",
      "add_cases",
    ]);
    const results = new Map(log.flatMap((m) => (m.tool_result ? [[m.tool_result.tool_call_id, m.tool_result]] : [])));
    expect(log.every((m) => !m.tool_call || results.has(m.tool_call.id))).toBe(true);
    const lines = await said(run.id);
    expect(lines).toContain("['B', 'A']\n");
    expect(lines).toContain("True {'amount': 12}\n");
    expect(lines).toContain("refused: This case is completed already.");
    expect(lines).toContain(
      "refused: There is no call request_approval here. Known: attachments.*, files.*, memory.*, log, and by the queues and agents",
    );
    expect(lines).toContain("refused: The arguments do not match: cases:");
    const mine = run.case?.id ?? "";
    expect((await caseOf(service, mine)).case).toMatchObject({ title: "A, paid", status: "completed", priority: "high" });
    expect(await storyOf(service, mine)).toEqual(["created", "claimed", "updated: title, priority: high, labels", "completed: Paid"]);
  });

  it("declares what cases have to hold, and is told which case does not, and where", async () => {
    const queue = await queueIn(service);
    const code = `import caseload
line = {"type": "object", "properties": {"net": {"type": "number"}}, "required": ["net"], "additionalProperties": False}
schema = {"type": "object", "properties": {"lines": {"type": "array", "items": line}}, "additionalProperties": False}
print(caseload.cases.schema())
caseload.cases.declare(schema, "What an invoice has")
print(caseload.cases.schema() == schema)
try:
    caseload.cases.add([{"title": "A", "data": {"lines": []}}, {"title": "B", "data": {"lines": [{"net": 1}, {"net": "2"}]}}])
except caseload.CallError as error:
    print("refused:", error)`;
    const { id: agent } = await agentOn(service, python(code), { produces: [queue] });
    const run = await settled(service, await startRunOf(service, agent));
    expect(run.failure).toBeNull();
    const lines = await said(run.id);
    expect(lines).toContain("stdout text: None\n");
    expect(lines).toContain("True\n");
    expect(lines).toContain("refused: cases.1.data.lines.1.net: Use a number such as 12.5\n");
    expect(await titles(queue)).toEqual([]);
  });

  it("reads what is attached to its case, of any kind and size; a model reads text", async () => {
    const queue = await queueIn(service);
    const large = "x".repeat(1_500_000);
    const attachAll = async () => {
      const [caseId = ""] = await addCases(service, queue, { title: "A" });
      for (const [filename, content] of [
        ["order.txt", "12 monitors"],
        ["scan.bin", `\u0000${large}`],
      ] as const)
        await attachTo(service, { queue_id: queue, case_id: caseId }, filename, content);
    };
    await attachAll();
    const code = `import caseload
print(caseload.cases.attachments())
mine = caseload.cases.claim()
print([one["filename"] for one in mine["attachments"]], caseload.cases.attachment("order.txt").decode())
scan = caseload.cases.attachment(mine["attachments"][1]["id"])
print(len(scan), scan[:1] == b"\\x00", set(scan[1:]) == {120})
caseload.cases.complete()`;
    const program = await agentOn(service, python(code), { consumes: [queue] });
    const lines = await said((await settled(service, await startRunOf(service, program.id))).id);
    expect(lines).toContain("stdout text: []\n");
    expect(lines).toContain("['order.txt', 'scan.bin'] 12 monitors");
    expect(lines).toContain("1500001 True True");
    await attachAll();
    const read = (name: string) => `call read_attachment {"attachment": "${name}"}`;
    const steps = scripted("call claim_case {}", read("order.txt"), read("scan.bin"), read("other"), "call complete_case {}");
    const model = await agentOn(service, steps, { consumes: [queue] });
    const seen = await said((await settled(service, await startRunOf(service, model.id))).id);
    expect(seen).toContain('tool tool_result: {"content":"12 monitors"}');
    expect(seen).toContain('scan.bin is not text. A program can: caseload.cases.attachment("scan.bin").');
    expect(seen).toContain("No attachment is called other. There are: order.txt, scan.bin.");
  });

  it("finds the files of the case that it was started for in its workspace, under safe names and read-only", async () => {
    const queue = await queueIn(service);
    const [caseId = ""] = await addCases(service, queue, { title: "A" });
    const ids: string[] = [];
    for (const content of ["first", "second", "hostile"])
      ids.push(await attachTo(service, { queue_id: queue, case_id: caseId }, "scan.pdf", content));
    const { pool } = service;
    await pool.query("update case_attachments set filename = '../../../etc/passwd' where id = $1", [ids[2]]);
    // One for which there is no room, and one whose upload nobody has finished.
    await pool.query(
      `insert into case_attachments (id, case_id, filename, mime_type, size_bytes, status, object_key)
       select gen_random_uuid(), $1, s || '.bin', 'application/octet-stream', 256000000, s, 'none' from unnest(array['ready', 'pending']) s`,
      [caseId],
    );
    const code = `import caseload, os
found = lambda: {name: open("attachments/" + name).read() for name in sorted(os.listdir("attachments"))}
print(found())
caseload.cases.claim()
print([(one["filename"], one["path"]) for one in caseload.cases.attachments()])
for change in (lambda: open("attachments/scan.pdf", "a"), lambda: open("attachments/more", "w"), lambda: os.remove("attachments/scan.pdf")):
    try:
        change()
    except OSError as error:
        print("refused:", error.strerror)
print(caseload.cases.attachment("../../../etc/passwd").decode())
caseload.cases.complete()`;
    const { id: agent_id } = await agentOn(service, python(code), { consumes: [queue] });
    await service.ok(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id: queue, enabled: true } });
    await expect.poll(async () => (await caseOf(service, caseId)).case.status).toBe("completed");
    const run = (await caseOf(service, caseId)).events.at(-1)?.agent_run_id ?? "";
    await settled(service, run, ["completed"]);
    const lines = await said(run);
    expect(lines).toContain("{'attachment': 'hostile', 'scan (2).pdf': 'second', 'scan.pdf': 'first'}");
    expect(lines).toContain(
      "[('scan.pdf', 'attachments/scan.pdf'), ('scan.pdf', 'attachments/scan (2).pdf'), ('../../../etc/passwd', 'attachments/attachment'), ('ready.bin', None)]",
    );
    expect(lines.match(/refused: Read-only file system/g)).toHaveLength(3);
    expect(lines).toContain("hostile\n");
    expect(lines).toContain("attachments/ has no room for ready.bin");
  });

  it("lets go of its case until later, fails it, or leaves it to be failed", async () => {
    const queue = await queueIn(service);
    const cases = await addCases(service, queue, { title: "A" }, { title: "B" }, { title: "C" });
    for (const ending of ['caseload.cases.postpone("2h", "Bank holiday")', 'caseload.cases.fail("No such supplier")', "pass"]) {
      const code = `import caseload\ncaseload.cases.claim()\n${ending}`;
      const { id: agent } = await agentOn(service, python(code), { consumes: [queue] });
      expect((await settled(service, await startRunOf(service, agent))).status).toBe("completed");
    }
    const stories = await Promise.all(cases.map((id) => storyOf(service, id)));
    expect(stories.map((story) => story.at(-1))).toEqual([
      "postponed: Bank holiday",
      "failed: No such supplier",
      "failed: The run ended without closing the case.",
    ]);
  });

  it("hands its case to another agent and has nothing more to say about it", async () => {
    const queue = await queueIn(service);
    const [caseId = ""] = await addCases(service, queue, { title: "A" });
    const { id: target } = await agentOn(service, scripted("call claim_case {}", "call complete_case {}"), { consumes: [queue] });
    const code = `import caseload
caseload.cases.claim()
print(caseload.handover("${target}", "Too large for me")["case_id"] == "${caseId}")
try:
    caseload.cases.complete()
except caseload.CallError as error:
    print(error)`;
    const source = await agentOn(service, python(code), { consumes: [queue] });
    await service.ok(updateRevision, { params: { build_id: source.buildId }, body: { handoverTargetIds: [target] } });
    const run = await settled(service, await startRunOf(service, source.id));
    const lines = await said(run.id);
    expect(lines).toContain("True\n");
    expect(lines.split("This run has handed off its work."), "as the call's result, and printed").toHaveLength(3);
    expect(lines).toContain("handed_over system: Handed off to Agent with its case.");
    await expect.poll(async () => (await caseOf(service, caseId)).case.status).toBe("completed");
    expect((await storyOf(service, caseId)).slice(1)).toEqual([
      "claimed",
      "handed_over: To Agent: Too large for me",
      "claimed",
      "completed",
    ]);
  });

  it("of a model's call has no cases of its own: the model has", async () => {
    const queue = await queueIn(service);
    const steps = scripted(`call run_python {"code": "import caseload\\ncaseload.cases.add([{'title': 'A'}])"}`, "say {{last}}");
    const { id: agent } = await agentOn(service, steps, { produces: [queue] });
    const run = await settled(service, await startRunOf(service, agent));
    expect(await said(run.id)).toContain("There is no call add_cases here. Known: attachments.*, files.*, memory.*, log.");
    expect(await titles(queue)).toEqual([]);
  });
});

describe("a program that a restart begins again", () => {
  const gate = (content: string) =>
    service.ok(updateFileContent, { params: { teamId: service.teamId, path: "gate.txt" }, body: { content } });
  const wait = 'while caseload.files.read("gate.txt") == "closed":\n    time.sleep(0.02)';
  async function came(runId: string, pattern: RegExp, times = 1): Promise<void> {
    const lines = async () => (await transcript(runId)).filter((line) => pattern.test(line)).length;
    await expect.poll(lines).toBe(times);
  }

  type Reached = RegExp | ((runId: string) => Promise<number | null>);

  /** Runs a program up to its gate, takes the run from its worker as a crash does, and opens the gate for the program that begins again. */
  async function restartedRun(agent: string, before: Reached) {
    await gate("closed");
    const runId = await startRunOf(service, agent);
    if (before instanceof RegExp) await came(runId, before);
    else await expect.poll(() => before(runId)).toBeGreaterThan(0);
    const { rows } = await service.pool.query(
      "update runs set lease = lease + 1, worker_id = null, next_attempt_at = now() where id = $1 returning lease",
      [runId],
    );
    const lease = async () => (await service.pool.query("select lease from runs where id = $1", [runId])).rows[0]?.lease;
    await expect.poll(lease).toBeGreaterThan(rows[0]?.lease);
    await gate("open");
    return settled(service, runId);
  }

  async function restarted(queue: string, code: string, before: RegExp) {
    const { id } = await agentOn(service, python(code, { files: ["gate.txt"] }), { produces: [queue], consumes: [queue] });
    return restartedRun(id, before);
  }

  async function restartedAgent(config: Config, before: Reached) {
    const { id } = await agentWith(service, config);
    return { agent: id, run: await restartedRun(id, before) };
  }

  it("is answered from the run as far as it had come: nothing happens twice", async () => {
    const queue = await queueIn(service);
    const code = `import caseload, time
ids = caseload.cases.add([{"title": "A"}, {"title": "B"}])
mine = caseload.cases.claim()
try:
    caseload.cases.postpone("yesterday")
except caseload.CallError as error:
    print(error)
caseload.cases.update(data={"seen": 1})
${wait}
caseload.cases.complete("Once")
print(mine["id"] == ids[0])`;
    const run = await restarted(queue, code, /^tool tool_result: .*updated/);
    expect(run.failure).toBeNull();
    expect(await titles(queue)).toEqual(["A", "B"]);
    expect(await storyOf(service, run.case?.id ?? "")).toEqual(["created", "claimed", "updated: data", "completed: Once"]);
    const lines = await transcript(run.id);
    expect(lines.filter((line) => line.includes("tool_call:"))).toHaveLength(5);
    expect(lines.join("\n")).toContain("True");
    expect(lines.join("\n").split("“yesterday” is neither a duration").length - 1).toBe(3);
  });

  it("finds memory and files as it had found them, and changes nothing twice", async () => {
    const counting = `import caseload, time
def memory():
    try:
        return int(caseload.memory.read("count.md"))
    except caseload.CallError:
        return 0
n = memory()
caseload.memory.write("count.md", str(n + 1))
caseload.memory.write("gone.md", "x")
caseload.memory.delete("gone.md")
m = int(caseload.files.read("count.txt"))
caseload.files.write("count.txt", str(m + 1))
print("counted", n, m)
${wait}
caseload.memory.write("count.md", str(memory() + 10))`;
    await service.ok(updateFileContent, { params: { teamId: service.teamId, path: "count.txt" }, body: { content: "4" } });
    const { run, agent } = await restartedAgent(python(counting, { files: ["gate.txt", "count.txt"] }), /counted 0 4/);
    expect(run.failure).toBeNull();
    expect((await transcript(run.id)).filter((line) => line.includes("counted 0 4"))).toHaveLength(2);
    const { content } = await service.ok(getAgentMemoryFile, { params: { agent_id: agent, path: "count.md" } });
    expect(content).toBe("11");
    const file = { params: { teamId: service.teamId, path: "count.txt" } };
    expect((await service.ok(getFileContent, file)).content).toBe("5");
    const kept = await service.pool.query("select 1 from program_calls where run_id = $1", [run.id]);
    expect(kept.rowCount, "once the run has ended").toBe(0);
  });

  it("changes nothing twice as a model's call either", async () => {
    const counting = `import caseload, time
kept = len(caseload.memory.list())
caseload.memory.write(f"{kept}.md", "x")
${wait}`;
    const config = scripted(`call run_python ${JSON.stringify({ code: counting })}`, "say Counted");
    const written = async (runId: string) =>
      (await service.pool.query("select 1 from program_calls where run_id = $1 and changes", [runId])).rowCount;
    const { run, agent } = await restartedAgent({ ...config, data: { ...config.data, files: ["gate.txt"] } } as typeof config, written);
    expect(run.failure).toBeNull();
    const { files } = await service.ok(listAgentMemoryFiles, { params: { agent_id: agent } });
    expect(files.map((file) => file.path)).toEqual(["0.md"]);
  });

  it("does not begin again once its results are kept, though its end was not written", async () => {
    const code = `import os\nos.makedirs("output", exist_ok=True)\nopen(f"output/{len(os.listdir('output'))}.txt", "w").write("x")\nprint("kept")`;
    const { id } = await agentWith(service, python(code));
    // A sequence is not rolled back: the first end fails, as if the service had been killed there.
    await service.pool.query(`create sequence ends;
      create function fail_once() returns trigger language plpgsql as $$ begin
        if nextval('ends') = 1 then raise 'The end is not written.'; end if; return new; end $$;
      create trigger fail_once before update on runs for each row when (new.agent_id = '${id}' and new.status = 'completed')
        execute function fail_once()`);
    const runId = await startRunOf(service, id);
    const failedOnce = "select is_called from ends";
    await expect.poll(async () => (await service.pool.query(failedOnce)).rows[0]?.is_called).toBe(true);
    await service.pool.query("update runs set lease = lease + 1, worker_id = null, next_attempt_at = now() where id = $1", [runId]);
    const run = await settled(service, runId);
    await service.pool.query("drop function fail_once cascade");
    expect(run).toMatchObject({ status: "completed", failure: null });
    const lines = await transcript(runId);
    expect(lines.filter((line) => line.startsWith("session_started"))).toHaveLength(1);
    expect(lines).toContain("session_completed system: Kept 1 file: output/0.txt");
    expect(lines.filter((line) => line.includes("kept"))).toHaveLength(1);
  });

  it("and makes another change at a place where it had made one already is refused", async () => {
    const code = `import caseload, time\ncaseload.memory.write("now.md", str(time.monotonic_ns()))\nprint("written")\n${wait}`;
    const { run } = await restartedAgent(python(code, { files: ["gate.txt"] }), /written/);
    expect(run).toMatchObject({ status: "failed", failure: { code: "code_failed" } });
    expect(await said(run.id)).toContain(
      "memory.write now.md differs from the change that it had made at this place: memory.write now.md with other content",
    );
  });

  it("and calls something else at a place where it had called already is refused, with both calls", async () => {
    const queue = await queueIn(service);
    const code = `import caseload, time\ncaseload.cases.add([{"title": "At " + str(time.monotonic_ns())}])\n${wait}`;
    const run = await restarted(queue, code, /^tool tool_result/);
    expect(run).toMatchObject({ status: "failed", failure: { code: "code_failed" } });
    expect(await said(run.id)).toMatch(/add_cases differs from the call that it had made at this place: add_cases \{"cases":.*"At \d+/);
    expect(await titles(queue)).toHaveLength(1);
  });
});

it("a program without queues is told so", async () => {
  const { id } = await agentWith(service, python('import caseload\ncaseload.cases.add([{"title": "A"}])'));
  const run = await settled(service, await startRunOf(service, id));
  expect(await said(run.id)).toContain("CallError: There is no call add_cases here. Known: attachments.*, files.*, memory.*, log.");
});
