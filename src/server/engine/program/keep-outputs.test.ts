import { afterAll, beforeAll, expect, it } from "vitest";
import { updateFileContent } from "#contract/library/files.ts";
import { agentWith, messagesOf, python, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const gate = (content: string) =>
  service.ok(updateFileContent, { params: { teamId: service.teamId, path: "gate.txt" }, body: { content } });

/** Leaves a result, and ends so once the gate is open. */
const program = (end: string) =>
  python(
    `import caseload, time
open("output/a.txt", "w").write("x" * 100_000)
print("at the gate", flush=True)
while caseload.files.read("gate.txt") == "closed":
    time.sleep(0.02)
${end}`,
    { files: ["gate.txt"] },
  );

const kept = "insert into sandbox_files (sandbox_id, path, size_bytes, object_key)";
/** What takes the room for results while the program is at work. */
const takes = {
  too_many_outputs: [`${kept} select $1, 'kept/' || n, 0, 'none' from generate_series(1, 5000) n`],
  output_too_large: [`${kept} values ($1, 'kept', 400000000, 'none')`],
  storage_full: [
    "delete from sandbox_files where sandbox_id = $1",
    `update storage_limits set bytes = 10000 + (select sum(n) from storage_counts c join sandboxes s on c.scope = 'team:' || s.team_id where s.id = $1)
     where scope = 'team'`,
  ],
} as const;

it.each([
  ["too_many_outputs", "A sandbox keeps at most 5,000 files, with those of earlier programs."],
  ["output_too_large", "The files of a sandbox may have at most 400 MB together."],
  ["storage_full", "One team can store"],
] as const)("a run whose results find no room ends with what was in the way: %s", async (code, says) => {
  await gate("closed");
  const ends = await Promise.all(
    ["", "raise SystemExit(7)"].map(async (end) => {
      const id = await startRunOf(service, (await agentWith(service, program(end))).id);
      const printed = async () => (await messagesOf(service, id)).some((m) => m.text_content?.includes("at the gate"));
      await expect.poll(printed).toBe(true);
      const { sandbox_id } = await settled(service, id, ["running"]);
      for (const statement of takes[code]) await service.pool.query(statement, [sandbox_id]);
      return { id, sandbox_id };
    }),
  );
  await gate("open");
  const [full, failed] = await Promise.all(ends.map(({ id }) => settled(service, id)));
  expect(full).toMatchObject({ status: "failed", failure: { code } });
  expect(full?.failure?.message).toContain(`These results were not kept: output/a.txt. ${says}`);
  // Its own end says more than what became of its results.
  expect(failed).toMatchObject({ status: "failed", failure: { code: "code_failed" } });
  const said = (await messagesOf(service, failed?.id ?? "")).filter((m) => m.subtype === "stderr").map((m) => m.text_content);
  expect(said.join("")).toContain(`These results were not kept: output/a.txt. ${says}`);
  const { rows } = await service.pool.query("select path from sandbox_files where sandbox_id = any($1) and path like 'output/%'", [
    ends.map((one) => one.sandbox_id),
  ]);
  expect(rows).toEqual([]);
  for await (const key of service.app.services.objects.keys()) expect(key).not.toMatch(/^sandboxes\//);
});

it("a sandbox that holds more than a program has room for says so at once, and starts no other program", async () => {
  // The team's room was taken above.
  await service.pool.query("update storage_limits set bytes = bytes + 1000000000 where scope = 'team'");
  await gate("closed");
  const id = await startRunOf(service, (await agentWith(service, program(""))).id);
  const said = async (run: string) => (await messagesOf(service, run)).map((m) => m.text_content ?? "").join("");
  await expect.poll(() => said(id)).toContain("at the gate");
  const { sandbox_id } = await settled(service, id, ["running"]);
  await service.pool.query(`${kept} values ($1, 'kept', 67108864, 'none')`, [sandbox_id]);
  await gate("open");
  expect(await settled(service, id)).toMatchObject({ status: "completed" });
  const words = "The files of this sandbox take 65 MB, and a program has room for 64 MB.";
  expect(await said(id)).toContain(`${words} No further program can start in it.`);
  const next = await startRunOf(service, (await agentWith(service, python("print('started')"))).id, { sandbox_id: sandbox_id ?? "" });
  const failure = { code: "sandbox_full", message: `The program was not started. ${words}` };
  expect(await settled(service, next)).toMatchObject({ status: "failed", failure });
  expect(await said(next)).not.toContain("started\n");
});
