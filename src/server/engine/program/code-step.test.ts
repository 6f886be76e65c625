import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listMissingCodeBlobs, putCodeBlob } from "#contract/agents/code-blobs.ts";
import type { Config } from "#contract/agents/config.ts";
import { getFileContent, updateFileContent } from "#contract/library/files.ts";
import { postRunMessage, serviceNotes } from "#contract/runs/messages.ts";
import { getRunDetails, stopRun } from "#contract/runs/runs.ts";
import { createSandbox, getSandboxDownloadUrl, listSandboxFiles, uploadSandboxFile } from "#contract/runs/sandboxes.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { createSandbox as bubblewrap } from "#server/engine/sandbox/bubblewrap.ts";
import { agentWith, brief, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const run = async (config: Config, body: { message?: string; sandbox_id?: string } = {}) =>
  settled(service, await startRunOf(service, (await agentWith(service, config)).id, body));
const put = (path: string, content: string) =>
  service.ok(updateFileContent, { params: { teamId: service.teamId, path }, body: { content } });
const output = async (id: string) =>
  (await messagesOf(service, id))
    .filter((m) => m.subtype === "stdout" || m.subtype === "stderr")
    .map((m) => m.text_content)
    .join("");

const expiryOf = async (sandbox_id: string) =>
  (await service.pool.query("select expires_at::text from sandboxes where id = $1", [sandbox_id])).rows[0]?.expires_at;

async function download(sandbox_id: string, path: string): Promise<string> {
  const { url } = await service.ok(getSandboxDownloadUrl, { params: { sandbox_id }, query: { path } });
  return (await fetch(url)).text();
}

describe("a code step", () => {
  it("reads declared files, its message and its run, streams what it says and keeps its results", async () => {
    await put("in/amounts.csv", "1\n2\n39\n");
    const code =
      "import os, sys\nprint(os.environ['RUN_MESSAGE'], os.environ['RUN_ID'], os.getcwd())\ntotal = sum(int(l) for l in open('files/in/amounts.csv'))\nos.makedirs('output/deep')\nopen('output/deep/total.txt', 'w').write(str(total))\nprint('warned', file=sys.stderr)";
    const done = await run(python(code, { files: ["in/amounts.csv"] }), { message: "Add up" });
    expect(done.status).toBe("completed");
    expect(await output(done.id)).toContain(`Add up ${done.id} /workspace\n`);
    expect((await messagesOf(service, done.id)).find((m) => m.subtype === "stderr")?.text_content).toBe("warned\n");
    const sandbox_id = done.sandbox_id ?? "";
    const { files } = await service.ok(listSandboxFiles, { params: { sandbox_id }, query: { path: "/workspace/output" } });
    expect(files).toEqual([{ name: "deep", path: "/workspace/output/deep", type: "dir", size_bytes: 0 }]);
    expect(await download(sandbox_id, "/workspace/output/deep/total.txt")).toBe("42");
    expect(await expiryOf(sandbox_id)).toBe("infinity");
  });

  it("begins with the files of a prepared sandbox", async () => {
    const { sandbox_id } = await service.ok(createSandbox, { body: { team_id: service.teamId } });
    await service.ok(uploadSandboxFile, { params: { sandbox_id }, query: { path: "/workspace/given.txt" }, bytes: "from outside" });
    expect(await expiryOf(sandbox_id)).not.toBe("infinity");
    const done = await run(python("print(open('given.txt').read())"), { sandbox_id });
    expect(await expiryOf(sandbox_id)).toBe("infinity");
    expect(await output(done.id)).toBe("from outside\n");
  });

  it("runs a bundle by its start command", async () => {
    const files = {
      "main.py": "from lib.words import greet\nprint(greet())",
      "lib/words.py": "def greet():\n    return 'Grüße'",
      "lib/__init__.py": "",
    };
    const digest = (text: string) => createHash("sha256").update(text).digest("hex");
    const params = { teamId: service.teamId };
    const { bucket, missing } = await service.ok(listMissingCodeBlobs, { params, body: { sha256: Object.values(files).map(digest) } });
    expect(missing).toHaveLength(3);
    for (const text of Object.values(files)) await service.ok(putCodeBlob, { params: { ...params, sha256: digest(text) }, bytes: text });
    const bundle = {
      bucket,
      files: Object.entries(files).map(([path, text]) => ({ path, sha256: digest(text), sizeBytes: Buffer.byteLength(text) })),
    };
    const done = await run({
      version: "v1",
      data: { language: "python", source: { kind: "files", startCommand: "python main.py && echo $RUN_ID", bundle } },
    });
    expect(await output(done.id)).toBe(`Grüße\n${done.id}\n`);
  });

  it("fails with what went wrong: exit code, time, memory, output, missing file", async () => {
    const failures: [Config, string, string][] = [
      [python("raise SystemExit(7)"), "code_failed", "The program ended with exit code 7."],
      [
        python("import time; time.sleep(30)", { timeoutMs: 600 }),
        "code_timed_out",
        "The program was stopped after 0.6 seconds, its time limit.",
      ],
      [python("x = []\nwhile True: x.append(b'x' * 10_000_000)"), "code_failed", "MemoryError (exit code 1)"],
      [
        python("import sys; print('\\033[31mnote\\033[0m', file=sys.stderr); raise ValueError('Canada goose is not in the table')"),
        "code_failed",
        "ValueError: Canada goose is not in the table (exit code 1)",
      ],
      [python("raise ValueError('long ' * 2000)"), "code_failed", "long… (exit code 1)"],
      [python("while True: print('x' * 1000)"), "code_output_too_long", "1 MB"],
      [python("print(1)", { files: ["not/there.csv"] }), "missing_file", "The team has no file not/there.csv."],
      [python("for n in range(2001): open(f'output/{n}', 'w')"), "too_many_outputs", "more than 2000 files under output/"],
      [python("for n in range(17): open(f'output/{n}', 'wb').truncate(4 << 20)"), "output_too_large", "larger than 67108864 bytes"],
      [python("import os; os.symlink('/etc', 'output/link')"), "invalid_output", "1 entry under output/ was left out"],
    ];
    for (const [config, code, message] of failures) {
      const done = await run(config);
      expect(done).toMatchObject({ status: "failed", failure: { code } });
      expect(done.failure?.message).toContain(message);
      expect(done.first_error_offset).not.toBeNull();
    }
  });

  it("reads a cause that this version does not know as an unknown one, with its text", async () => {
    const { id } = await run(python("raise SystemExit(1)"));
    const later = { code: "of_a_later_version", message: "The program met its match." };
    await service.pool.query("update runs set failure = $2 where id = $1", [id, JSON.stringify(later)]);
    const failure = { ...later, code: "unknown" };
    expect((await service.ok(getRunDetails, { params: { run_id: id } })).run.failure).toEqual(failure);
  });

  it("keeps results of a program that failed, for looking into", async () => {
    const done = await run(python("open('output/half.txt', 'w').write('half')\nraise SystemExit(1)"));
    expect(done.status).toBe("failed");
    expect(await download(done.sandbox_id ?? "", "/workspace/output/half.txt")).toBe("half");
  });

  it("is stopped in the middle and begins again with a message", async () => {
    const id = await startRunOf(
      service,
      (
        await agentWith(
          service,
          python("import os, time\nprint('at work')\ntime.sleep(20 if os.environ['RUN_MESSAGE'] == 'slow' else 0)\nprint('end')"),
        )
      ).id,
      { message: "slow" },
    );
    await settled(service, id, ["running"]);
    await service.ok(stopRun, { params: { run_id: id } });
    expect((await settled(service, id)).status).toBe("interrupted");
    await service.ok(postRunMessage, { params: { run_id: id }, body: { message: "quick" } });
    expect((await settled(service, id)).status).toBe("completed");
    expect(await output(id)).toMatch(/at work\nend\n$/);
  });

  it("writes team files and log lines over its socket, and reads declared files only", async () => {
    await put("in/a.txt", "alpha");
    await put("in/secret.txt", "beta");
    const done = await run(
      python(
        "import caseload\ncaseload.log('hello', step=1)\nprint([f['path'] for f in caseload.files.list()], caseload.files.read('in/a.txt'))\ncaseload.files.write('out/from-code.txt', 'written')\ntry:\n    caseload.files.read('in/secret.txt')\nexcept Exception as e:\n    print('refused:', e)",
        { files: ["in/a.txt"] },
      ),
    );
    expect(await output(done.id)).toContain('hello {"step":1}');
    expect(await output(done.id)).toContain("['in/a.txt'] alpha");
    expect(await output(done.id)).toContain("refused: in/secret.txt is not among the declared files of this step.");
    expect((await service.ok(getFileContent, { params: { teamId: service.teamId, path: "out/from-code.txt" } })).content).toBe("written");
  });

  it("writes what it says last together with its end where it keeps nothing", async () => {
    const done = await run(python("open('output/a\\\\b.txt', 'w').close()"));
    const { rows } = await service.pool.query(
      "select m.text_content as said, m.created_at = r.completed_at as at_its_end from run_messages m join runs r on r.id = m.run_id where r.id = $1 and m.subtype = 'stderr'",
      [done.id],
    );
    expect(rows).toEqual([{ said: `${serviceNotes.notKept} of its name: output/a\\b.txt\n`, at_its_end: true }]);
  });

  it("survives NUL, broken UTF-8 and very long lines in what a program says", async () => {
    const done = await run(python("import sys\nsys.stdout.buffer.write(b'a\\x00b\\xff\\xfe' + b'y' * 300000 + b'\\n')"));
    expect(done.status).toBe("completed");
    expect(await output(done.id)).toContain("a\uFFFDb");
  });
});

it("a model's Python shares the run's sandbox from call to call", async () => {
  const agent = await agentWith(
    service,
    scripted(
      `call run_python {"code": "import os\\nos.makedirs('output', exist_ok=True)\\nopen('output/x.txt', 'w').write('kept')"}`,
      `call run_python {"code": "print(open('output/x.txt').read())"}`,
      `call run_python {"code": "raise SystemExit(3)"}`,
      "say {{step 2}} / {{last}}",
    ),
  );
  const done = await settled(service, await startRunOf(service, agent.id, { message: "Go" }));
  expect(brief(await messagesOf(service, done.id)).at(-2)).toMatch(/^assistant text: kept \/ The program ended with exit code 3\./);
});

it("without bubblewrap code fails as sandbox_unavailable, and the service says how to get it", async () => {
  const lacking = await startService({ engine: { sandbox: bubblewrap({ bwrapPath: "/nowhere/bwrap" }) } });
  try {
    const agent = await agentWith(lacking, python("print(1)"));
    const done = await settled(lacking, await startRunOf(lacking, agent.id));
    expect(done.failure?.code).toBe("sandbox_unavailable");
    expect((await messagesOf(lacking, done.id)).some((m) => m.subtype === "stdout")).toBe(false);
    const { sandbox } = await lacking.ok(getCapabilities, {});
    expect(sandbox.available).toBe(false);
    expect(sandbox.remedy).toContain("bubblewrap");
  } finally {
    await lacking.close();
  }
});
