import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allEndpoints } from "#contract/index.ts";
import type { Reference, ReferenceDetail } from "#sdk/reference/reference.ts";
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

/** Runs a program in the folder and returns what it printed, parsed. */
async function program(text: string): Promise<unknown> {
  await writeFile(join(folder, "program.js"), `import { Caseload, CaseloadError } from "caseload";\n${text}`);
  const env = { PATH: process.env.PATH, CASELOAD_URL: service.url, CASELOAD_API_KEY: service.keys.owner, TEAM: service.teamId };
  const { stdout, stderr } = await run(process.execPath, ["program.js"], { cwd: folder, env });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

it("installs nothing else", async () => {
  expect((await readdir(join(folder, "node_modules"))).filter((name) => !name.startsWith("."))).toEqual(["caseload"]);
});

it("is served once for whoever has it", async () => {
  const first = await fetch(`${service.url}/sdk/caseload.tgz`);
  const etag = first.headers.get("etag") ?? "";
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "application/gzip"]);
  expect((await fetch(`${service.url}/sdk/caseload.tgz`, { headers: { "if-none-match": etag } })).status).toBe(304);
});

it("does the main job: an agent, a file, a run that is followed, its output", async () => {
  const done = await program(`
    const caseload = new Caseload();
    const teamId = process.env.TEAM;
    const code = "import os\\nprint('at work')\\nos.makedirs('output', exist_ok=True)\\nopen('output/loud.txt', 'w').write(open('given.txt').read().upper())";
    const config = { version: "v1", data: { language: "python", source: { kind: "inline", code } } };
    const { agent } = await caseload.agents.create({ teamId, name: "Loud", build: { name: "First", config } });
    const { sandbox_id } = await caseload.sandboxes.create({ team_id: teamId });
    await caseload.sandboxes.uploadFile({ sandbox_id, path: "/workspace/given.txt", content: "grüße" });
    const { run } = await caseload.runs.start({ teamId, agent_id: agent.id, message: "Begin", sandbox_id });
    const messages = [];
    for await (const message of caseload.runs.follow({ run_id: run.id })) messages.push(message);
    const { run: ended } = await caseload.runs.wait({ run_id: run.id });
    const output = await (await caseload.sandboxes.download({ sandbox_id, path: "/workspace/output/loud.txt" })).text();
    const later = [];
    for await (const message of caseload.runs.follow({ run_id: run.id }, { after: messages[0].id })) later.push(message.id);
    console.log(JSON.stringify({
      status: ended.status, output, said: messages.some(({ text_content }) => text_content?.includes("at work")),
      once: new Set(messages.map(({ id }) => id)).size === messages.length,
      behind: later.join() === messages.slice(1).map(({ id }) => id).join(),
      quota: caseload.quota.limit > 0,
    }));
  `);
  expect(done).toEqual({ status: "completed", output: "GRÜSSE", said: true, once: true, behind: true, quota: true });
});

it("walks a list page by page, each row once", async () => {
  const done = await program(`
    const caseload = new Caseload();
    const teamId = process.env.TEAM;
    const { queue } = await caseload.queues.create({ teamId, name: "Invoices" });
    await caseload.cases.create({ queue_id: queue.id, cases: Array.from({ length: 7 }, (_, i) => ({ title: "Invoice " + i })) });
    const titles = [];
    for await (const each of caseload.cases.list({ queue_id: queue.id, limit: 2 })) titles.push(each.title);
    const pages = [];
    for await (const page of caseload.cases.list({ queue_id: queue.id, limit: 3 }).pages()) pages.push(page.cases.length);
    const { total } = await caseload.cases.list({ queue_id: queue.id, limit: 1 });
    console.log(JSON.stringify({ titles: titles.toSorted(), pages, total }));
  `);
  expect(done).toEqual({ titles: Array.from({ length: 7 }, (_, i) => `Invoice ${i}`), pages: [3, 3, 1], total: 7 });
});

it("keeps files of the team as they were sent", async () => {
  const done = await program(`
    const caseload = new Caseload();
    const teamId = process.env.TEAM;
    await caseload.files.upload({ teamId, fileName: "reports/märz 1.csv", content: "a;b\\n1;2\\n", contentType: "text/csv" });
    const text = await (await caseload.files.download({ teamId, path: "reports/märz 1.csv" })).text();
    const { content } = await caseload.files.getContent({ teamId, path: "reports/märz 1.csv" });
    console.log(JSON.stringify([text, content]));
  `);
  expect(done).toEqual(["a;b\n1;2\n", "a;b\n1;2\n"]);
});

it("fails with what the service said: name, status, sentence, fields", async () => {
  const done = await program(`
    const caseload = new Caseload();
    const failed = (asked) => asked.then(() => "nothing", (error) => ({
      typed: error instanceof CaseloadError, status: error.status, code: error.code, named: error.message.length > 10,
      fields: error.issues.map(({ path }) => path.join(".")), requestId: Boolean(error.requestId),
    }));
    console.log(JSON.stringify([
      await failed(caseload.runs.get({ run_id: "00000000-0000-4000-8000-000000000000" })),
      await failed(caseload.queues.create({ teamId: process.env.TEAM, name: "" })),
      await failed(new Caseload({ url: "http://127.0.0.1:9", patience: 0 }).team.list()),
    ]));
  `);
  expect(done).toEqual([
    { typed: true, status: 404, code: "not_found", named: true, fields: [], requestId: true },
    { typed: true, status: 400, code: "invalid_request", named: true, fields: ["name"], requestId: true },
    { typed: true, status: 0, code: "unreachable", named: true, fields: [], requestId: false },
  ]);
});

it("tells the console of every operation, and all of one", async () => {
  const read = async (path: string) => (await fetch(service.url + path)).json();
  const { url, operations } = (await read("/sdk/reference.json")) as Reference;
  expect([url, operations.map(({ name }) => name)]).toEqual([service.url, allEndpoints.map(({ name }) => name)]);
  for (const { name } of operations) expect(((await read(`/sdk/reference/${name}.json`)) as ReferenceDetail).access, name).toMatch(/\.$/);
  const start = (await read("/sdk/reference/startRun.json")) as ReferenceDetail;
  expect(start).toMatchObject({
    sdk: { noun: "runs", verb: "start" },
    access: "Member of the team, or a higher role.",
    operation: { creates: true, query: [] },
    needs: { scope: "team" },
  });
  expect(start.errors).toEqual(expect.arrayContaining([{ code: "no_live_revision", status: 409, message: expect.any(String) }]));
  expect(start.types.map(({ name }) => name)).toEqual(["Run", "RunStatus"]);
  expect((await fetch(`${service.url}/sdk/reference/nothing.json`)).status).toBe(404);
});
