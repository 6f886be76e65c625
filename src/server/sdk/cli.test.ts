import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { createWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { listApiKeys } from "#contract/teams/api-keys.ts";
import { decideDeviceLogin } from "#contract/teams/device-logins.ts";
import { newcomer } from "#server/gates/newcomer.ts";
import { scripted } from "#server/testing/agents.ts";
import { startInstalled } from "#server/testing/installed.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { commandTable } from "./commands.ts";

let installed: Awaited<ReturnType<typeof startInstalled>>;
let service: TestService;
let folder: string;
beforeAll(async () => {
  installed = await startInstalled();
  ({ service, folder } = installed);
});
afterAll(() => installed.close());

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly said: string;
}

/** Runs the installed program as a shell would. */
async function caseload(words: string, { env = {}, input = "" }: { env?: Record<string, string>; input?: string } = {}): Promise<Ended> {
  const child = spawn("sh", ["-c", `exec node_modules/.bin/caseload ${words}`], {
    cwd: folder,
    env: { PATH: `${join(process.execPath, "..")}:${process.env.PATH}`, HOME: folder, ...signedIn(), ...env },
  });
  child.stdin.end(input);
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once("exit", resolve)));
  return { code, out, said };
}
const signedIn = () => ({ CASELOAD_URL: service.url, CASELOAD_API_KEY: service.keys.owner });
const nobody = { CASELOAD_URL: "", CASELOAD_API_KEY: "" };
const parsed = ({ out, said, code }: Ended) => {
  expect([said, code]).toEqual(["", 0]);
  return JSON.parse(out) as unknown;
};

it("does the main job: an agent, a run that is followed, its end", async () => {
  const config = scripted("say Checked it");
  await writeFile(join(folder, "agent.json"), JSON.stringify({ name: "Checker", build: { name: "First", config } }));
  const { agent } = parsed(await caseload("agents create --body @agent.json --json")) as { agent: { id: string } };
  const { run } = parsed(await caseload(`runs start --agent-id ${agent.id} --message "the invoices" --json`)) as { run: { id: string } };
  const followed = await caseload(`runs follow ${run.id}`);
  expect([followed.code, followed.out]).toEqual([0, expect.stringContaining("assistant: Checked it")]);
  expect(parsed(await caseload(`runs wait ${run.id} --json`))).toMatchObject({ run: { status: "completed" } });
  const listed = await caseload("runs list");
  expect(listed.out).toMatch(/^ID +TITLE +STATUS/);
  expect(listed.out).toContain(run.id);
  expect((await service.ok(listTeamRuns, { params: { teamId: service.teamId }, query: {} })).total).toBeGreaterThan(0);
});

it("sends and shows numbers with every digit", async () => {
  const sent = '{"who":35447905672478681021,"amount":1.10,"most":1e400,"least":-0,"once":0.1e1}';
  await writeFile(
    join(folder, "exact.json"),
    JSON.stringify({ name: "Exact", build: { name: "First", config: scripted(`call pay ${sent}`) } }),
  );
  const { agent } = parsed(await caseload("agents create --body @exact.json --json")) as { agent: { id: string } };
  const { run } = parsed(await caseload(`runs start --agent-id ${agent.id} --json`)) as { run: { id: string } };
  await caseload(`runs wait ${run.id}`);
  expect((await caseload(`runs list-messages ${run.id} --json`)).out.replaceAll(/\s/g, "")).toContain(`"arguments":${sent}`);
  expect((await caseload(`runs follow ${run.id}`)).out).toContain(`pay(${sent})`);

  const { source } = await service.ok(createWebhookSource, { params: { teamId: service.teamId }, body: { name: "Payments" } });
  await writeFile(join(folder, "event.json"), `{"payload":${sent}}`);
  const { event_id } = parsed(await caseload(`triggers send-test-event ${source.id} --body @event.json --json`)) as { event_id: string };
  expect((await service.pool.query("select content from trigger_events where id = $1", [event_id])).rows).toEqual([{ content: sent }]);
});

it("sends files and writes them", async () => {
  await writeFile(join(folder, "given.csv"), "a;b\n1;2\n");
  expect((await caseload("files upload reports/given.csv --content given.csv --content-type text/csv")).code).toBe(0);
  expect((await caseload("files download reports/given.csv")).out).toBe("a;b\n1;2\n");
  expect((await caseload("files download reports/given.csv -o copy.csv")).out).toBe("");
  expect(await readFile(join(folder, "copy.csv"), "utf8")).toBe("a;b\n1;2\n");
});

it("lists every page, as a table or as lines of JSON", async () => {
  const { queue } = await service.ok(createQueue, { params: { teamId: service.teamId }, body: { name: "Invoices" } });
  const cases = JSON.stringify({ cases: Array.from({ length: 5 }, (_, i) => ({ title: `Invoice ${i}` })) });
  expect((await caseload(`cases create ${queue.id} --body -`, { input: cases })).code).toBe(0);
  const page = await caseload(`cases list ${queue.id} --limit 2`);
  expect([page.out.trim().split("\n").length, page.said]).toEqual([3, "2 of 5. All of them: --all\n"]);
  const all = await caseload(`cases list ${queue.id} --limit 2 --all --json`);
  expect(
    all.out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { title: string }).title)
      .toSorted(),
  ).toEqual(Array.from({ length: 5 }, (_, i) => `Invoice ${i}`));
});

describe("ends with a code that says why", () => {
  const unknown = "00000000-0000-4000-8000-000000000000";
  test.each([
    [2, "rums list", "There is no “rums”"],
    [2, "runs lsit", "Did you mean “list”?"],
    [2, "runs get", "Missing: --run-id"],
    [2, "runs list --limit many", "--limit is a number"],
    [2, "runs list --colour red", "Unknown option '--colour'"],
    [2, `queues create --name ""`, "--name: "],
    [4, `runs get ${unknown}`, `(404 not_found, request `],
  ])("%i: %s", async (code, words, said) => {
    const ended = await caseload(words);
    expect([ended.code, ended.said, ended.out]).toEqual([code, expect.stringContaining(said), ""]);
  });

  it("3: rights, 5: conflict, 6: quota, 7: unreachable", async () => {
    const asMember = { env: { CASELOAD_API_KEY: service.keys.clarity } };
    expect((await caseload(`agents create --name Mine --team-id ${service.teamId}`, asMember)).code).toBe(3);
    expect((await caseload("runs list", { env: { CASELOAD_API_KEY: "ck_wrong" } })).code).toBe(3);
    const body = { name: "Without a revision" };
    const { agent } = await service.ok(createAgent, { params: { teamId: service.teamId }, body });
    expect((await caseload(`runs start --agent-id ${agent.id}`)).code).toBe(5);
    expect((await caseload("team list", { env: { CASELOAD_URL: "http://127.0.0.1:9" } })).code).toBe(7);
    const strict = await startService({ env: { RATE_LIMIT_QUOTA: "1", RATE_LIMIT_WINDOW: "3600" } });
    try {
      const env = { CASELOAD_URL: strict.url, CASELOAD_API_KEY: strict.keys.owner };
      expect((await caseload("team list", { env })).code).toBe(0);
      expect(await caseload("team list", { env })).toMatchObject({ code: 6, said: expect.stringContaining("Try again in") });
    } finally {
      await strict.close();
    }
  });
});

describe("profiles", () => {
  it("are kept for their owner alone, tried first, and forgotten", async () => {
    const wrong = await caseload(`login --with-key --url ${service.url}`, { env: nobody, input: "ck_wrong\n" });
    expect(wrong.code).toBe(3);
    const { code, said } = await caseload("login --with-key", { env: nobody, input: `${service.url}\n${service.keys.owner}\n` });
    expect([code, said]).toEqual([0, expect.stringContaining(`Signed in to ${service.url} as owner`)]);
    const file = join(folder, ".config/caseload/profiles.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(said).not.toContain(service.keys.owner);
    expect((await caseload("team list", { env: nobody })).out).toContain(service.teamId);
    // A key goes to no other service.
    expect((await caseload("team list", { env: { CASELOAD_URL: "http://127.0.0.1:9", CASELOAD_API_KEY: "" } })).said).toContain(
      "caseload login",
    );
    expect((await caseload("team list --profile other", { env: nobody })).said).toContain("There is no profile “other”");
    expect((await caseload("logout", { env: nobody })).code).toBe(0);
    expect((await caseload("team list", { env: nobody })).code).toBe(2);
  });
});

describe("login by a code", () => {
  /** The program shows a code; then `decide` is what the person does, and the program ends. */
  async function loginWith(words: string, decide: (user_code: string) => Promise<unknown>): Promise<Ended> {
    const config = await mkdtemp(join(folder, "config-"));
    const env = { PATH: `${join(process.execPath, "..")}:${process.env.PATH}`, HOME: folder, XDG_CONFIG_HOME: config };
    const child = spawn("sh", ["-c", `exec node_modules/.bin/caseload login --url ${service.url} ${words}`], { cwd: folder, env });
    child.stdin.end();
    const said = text(child.stderr);
    let out = "";
    for await (const chunk of child.stdout) {
      const before = out;
      out += String(chunk);
      const { user_code = "", ...asked } = before === "" ? (JSON.parse(out) as Record<string, string>) : {};
      if (user_code === "") continue;
      expect(asked).toMatchObject({ verification_uri_complete: `${service.url}/device#${user_code}`, expires_in: 600 });
      expect(asked).not.toHaveProperty("device_code");
      await decide(user_code);
    }
    const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once("exit", resolve)));
    return { code, out, said: await said };
  }

  it("gets a key of the person who says yes, and says so when they decline or nobody comes", async () => {
    const person = await newcomer(service);
    const as = { as: null, headers: { cookie: (person.credentials as { cookie: string }).cookie } } as const;
    const decide = (allow: boolean) => (user_code: string) =>
      service.ok(decideDeviceLogin, { body: { user_code, allow, team_id: service.teamId } }, as);
    const [allowed, declined, over] = await Promise.all([
      loginWith("--json --read-only", decide(true)),
      loginWith("--json", decide(false)),
      loginWith("--json", (code) =>
        service.pool.query("update device_logins set expires_at = now() where user_code = $1", [code.replace("-", "")]),
      ),
    ]);
    expect([declined.code, declined.said]).toEqual([3, expect.stringContaining("The person declined")]);
    expect([over.code, over.said]).toEqual([4, expect.stringContaining("The code has expired")]);
    expect([allowed.code, allowed.said]).toEqual([0, ""]);
    const result = JSON.parse(allowed.out.trim().split("\n")[1] ?? "") as { file: string; team: string; user: { id: string } };
    expect(result).toMatchObject({ url: service.url, profile: "default", team: service.teamId, user: { id: person.id } });
    expect((await stat(result.file)).mode & 0o777).toBe(0o600);
    const { api_keys } = await service.ok(listApiKeys, {}, as);
    expect(api_keys).toMatchObject([{ name: `Command line on ${hostname()}`, team_id: service.teamId }]);
    const env = { ...nobody, XDG_CONFIG_HOME: join(result.file, "../..") };
    expect((await caseload("team list", { env })).out).toContain(service.teamId);
  });
});

describe("profiles of any name", () => {
  test.each(["constructor", "__proto__", "toString"])("%s", async (name) => {
    const at = { env: { ...nobody, XDG_CONFIG_HOME: join(folder, `config-${name}`) } };
    const unknown = `There is no profile “${name}”.`;
    for (const words of ["team list", "logout"])
      expect(await caseload(`${words} --profile ${name}`, at)).toMatchObject({ code: 2, said: expect.stringContaining(unknown) });
    const signIn = { ...at, input: `${service.url}\n${service.keys.owner}\n` };
    expect((await caseload(`login --with-key --profile ${name}`, signIn)).said).toContain(`Kept as profile “${name}”`);
    expect((await caseload("login --with-key --profile other", signIn)).code).toBe(0);
    expect((await caseload(`team list --profile ${name}`, at)).out).toContain(service.teamId);
    expect((await caseload(`logout --profile ${name}`, at)).code).toBe(0);
    expect((await caseload(`team list --profile ${name}`, at)).said).toContain(unknown);
    expect((await caseload("team list", at)).out).toContain(service.teamId);
  });
});

describe("help and completion", () => {
  it("says at each level what there is", async () => {
    expect((await caseload("--help")).out).toMatch(/^ {2}runs +Work of an agent/m);
    expect((await caseload("runs --help")).out).toMatch(/^ {2}start +Start a run/m);
    const { out } = await caseload("cases create --help");
    expect(out).toContain("caseload cases create <queue-id> [--flags]");
    expect(out).toContain("Example: --body '");
    expect((await caseload("")).code).toBe(0);
  });

  it("completes areas, commands, flags and choices", async () => {
    expect((await caseload("__complete")).out.split("\n")).toEqual(expect.arrayContaining(["runs", "cases", "login"]));
    expect((await caseload("__complete runs")).out.split("\n")).toEqual(expect.arrayContaining(["list", "start", "follow"]));
    expect((await caseload("__complete runs list")).out.split("\n")).toEqual(expect.arrayContaining(["--status", "--json"]));
    expect((await caseload("__complete runs list --status")).out.split("\n")).toContain("failed");
    await writeFile(join(folder, "completion.sh"), (await caseload("completion bash")).out);
    const typed = ". ./completion.sh; COMP_WORDS=(caseload runs st); COMP_CWORD=2; _caseload; echo ${COMPREPLY[@]}";
    const PATH = `${join(folder, "node_modules/.bin")}:${join(process.execPath, "..")}:${process.env.PATH}`;
    const bash = await promisify(execFile)("bash", ["-c", typed], { cwd: folder, env: { PATH, HOME: folder } });
    expect(bash.stdout.trim().split(" ").toSorted()).toEqual(["start", "start-of-agent", "stop"]);
    expect((await caseload("completion fish")).code).toBe(2);
  });

  it("has no flag of its own in the way of a field", () => {
    const own = new Set(["body", "json", "help", "profile", "all", "output", "idempotency-key", "until-waiting"]);
    const taken = commandTable("1").commands.flatMap(({ noun, verb, fields }) =>
      fields.filter(({ name }) => own.has(name.replaceAll("_", "-"))).map(({ name }) => `${noun} ${verb} ${name}`),
    );
    expect(taken).toEqual([]);
  });
});
