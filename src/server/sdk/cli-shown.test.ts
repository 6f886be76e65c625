import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { main } from "#sdk/cli/main.ts";
import type { Nouns } from "#sdk/cli/surroundings.ts";
import { CaseloadError } from "#sdk/errors.ts";
import { Transport } from "#sdk/transport.ts";
import { commandTable } from "./commands.ts";

const table = commandTable("1");
const id = "00000000-0000-4000-8000-000000000000";
const at = "2026-01-02T03:04:05.000Z";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "caseload-shown-"));
  await mkdir(join(folder, "sub"));
});
afterAll(() => rm(folder, { recursive: true }));

function answered(answer: unknown): unknown {
  if (answer instanceof CaseloadError) throw answer;
  return answer;
}

/** What the program prints of such an answer. */
async function caseload(words: readonly string[], answer: unknown = {}, given: Record<string, string> = {}) {
  const [stdout, stderr, said] = [new PassThrough(), new PassThrough(), [] as string[]];
  const env = { CASELOAD_URL: "http://127.0.0.1:9", CASELOAD_API_KEY: "ck_fine", CASELOAD_TEAM: id, XDG_CONFIG_HOME: folder, ...given };
  const around = { env, stdin: Readable.from([]), stdout, stderr, say: (line: string) => void said.push(line) };
  const answers = new Proxy({}, { get: () => new Proxy({}, { get: () => async () => answered(answer) }) }) as Nouns;
  const code = await main(table, words, around, (options) => {
    void new Transport(options);
    return answers;
  });
  stdout.end();
  return { code, out: await text(stdout), said: said.join("\n") };
}

describe("help", () => {
  it("is that of what it is asked for, in both ways", async () => {
    for (const words of [["agents", "create"], ["agents"], ["login"], ["logout"], ["completion"], ["runs", "follow"]]) {
      const flagged = await caseload([...words, "--help"]);
      expect([flagged.code, flagged.said, flagged.out]).toEqual([0, "", expect.stringContaining(`Usage: caseload ${words.join(" ")}`)]);
      expect(await caseload(["help", ...words])).toEqual(flagged);
    }
    expect((await caseload(["login", "-h"])).out).toContain("--url ADDRESS");
    const all = await caseload(["help"]);
    expect(all.out).toContain("Usage: caseload <area> <command>");
    for (const words of [
      ["--help", "--help"],
      ["help", "help"],
    ])
      expect(await caseload(words)).toEqual(all);
    expect(await caseload(["help", "nothing"])).toMatchObject({ code: 2, said: expect.stringContaining("There is no “nothing”") });
  });

  it("is where a flag that there is not leads to", async () => {
    for (const noun of ["login", "logout"])
      expect(await caseload([noun, "--colour", "red"])).toEqual({
        code: 2,
        out: "",
        said: `Unknown option '--colour'. See caseload ${noun} --help`,
      });
  });
});

describe("what cannot be done ends with 2 and a sentence", () => {
  const absent = () => join(folder, "absent");
  test("a file that is not there, or a folder", async () => {
    const sub = join(folder, "sub");
    const body = (path: string) => caseload(["agents", "create", "--body", `@${path}`]);
    expect(await body(absent())).toEqual({ code: 2, out: "", said: `There is no file “${absent()}”.` });
    expect(await body(sub)).toEqual({ code: 2, out: "", said: `“${sub}” is a folder. Name a file.` });
    const message = await caseload(["runs", "start", "--agent-id", id, "--message", `@${absent()}`]);
    expect(message).toMatchObject({ code: 2, said: `There is no file “${absent()}”.` });
    const inAbsent = join(absent(), "out.csv");
    const output = await caseload(["runs", "get", id, "--output", inAbsent]);
    expect(output).toMatchObject({ code: 2, said: `“${inAbsent}” cannot be written: there is no such folder.` });
  });

  test.each([
    [{ CASELOAD_URL: "127.0.0.1:4391" }, "“127.0.0.1:4391” is no address of a service."],
    [{ CASELOAD_API_KEY: "ck_one\nck_two" }, "The API key has a line break"],
    [{ CASELOAD_API_KEY: "ck_ż" }, "The API key has"],
  ])("%o", async (env, said) => {
    expect(await caseload(["runs", "list"], {}, env)).toMatchObject({ code: 2, out: "", said: expect.stringContaining(said) });
  });

  test("a service that does not answer is another thing", async () => {
    const away = new CaseloadError(0, "unreachable", "No answer.");
    expect((await caseload(["runs", "get", id], away)).code).toBe(7);
  });
});

describe("a record", () => {
  it("is lines of field and value, with what is nested below as indented JSON", async () => {
    const run = { id, status: "completed", title: null, output: { total: 2, lines: ["a", "b"] }, tags: [], ended_at: at };
    const lines = [
      `id        ${id}`,
      "status    completed",
      "title     –",
      "output",
      "  {",
      '    "total": 2,',
      '    "lines": [',
      '      "a",',
      '      "b"',
      "    ]",
      "  }",
      "tags      –",
      `ended_at  ${at}`,
      "",
    ];
    expect((await caseload(["runs", "get", id], { run })).out.split("\n")).toEqual(lines);
    const both = await caseload(["runs", "get", id], { run, pending_human_request: null });
    expect(both.out.split("\n")).toEqual(["RUN", ...lines, "PENDING HUMAN REQUEST", "  –", ""]);
  });
});

describe("a table", () => {
  it("has few columns: what tells rows apart, and times at the end", async () => {
    const flags = { slack_enabled: null, microsoft_teams_enabled: false, agentic_memory_enabled: true };
    const times = { created_at: at, updated_at: at, last_run_at: at };
    const agent = { id, ...times, ...flags, name: "Ledger", type: "agent", team_id: id, folder: null, notes: "n".repeat(100) };
    const { out } = await caseload(["agents", "list"], { agents: [agent, agent], total: 2 });
    expect(out.split("\n")[0]?.split(/ {2,}/)).toEqual(["ID", "NAME", "TYPE", "CREATED AT", "UPDATED AT"]);
  });

  it("shows what there is where there is nothing else", async () => {
    expect((await caseload(["agents", "list"], { agents: [{ enabled: true, team_id: id }] })).out).toMatch(/^ENABLED +TEAM ID\ntrue +0/);
  });
});
