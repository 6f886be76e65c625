import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createSandbox } from "./bubblewrap.ts";
import type { HiddenPlaces } from "./bubblewrap-probe.ts";
import { systemFolders } from "./host-folders.ts";
import { commandLinesWith, eventually, marker, python, run, textFile } from "./sandbox-fixture.ts";
import { SandboxJobInvalid, type SandboxCall } from "./sandbox.ts";

const stagingRoot = mkdtempSync(join(tmpdir(), "sandbox-test-"));
chmodSync(stagingRoot, 0o711);
const sandbox = createSandbox();
afterAll(async () => {
  await sandbox.close();
  rmSync(stagingRoot, { recursive: true, force: true });
});

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("one ");
  yield Buffer.from("two");
}

describe("a job", () => {
  it("prints, and ends with its exit code", async () => {
    expect(await run(sandbox, ["python3", "-c", "print('hello')"])).toMatchObject({
      kind: "exited",
      code: 0,
      stdout: "hello\n",
      outputs: [],
    });
    expect(await run(sandbox, ["python", "-c", "import sys; sys.exit(7)"])).toMatchObject({ kind: "exited", code: 7 });
  });

  it("keeps stderr apart, and lets both be opened by name", async () => {
    const result = await run(sandbox, "echo a; echo b >&2; echo c > /dev/stdout; echo d > /dev/stderr");
    expect(result).toMatchObject({ stdout: "a\nc\n", stderr: "b\nd\n" });
  });

  it("reports the signal that killed the program, and still collects what it left", async () => {
    const result = await run(sandbox, "echo half > output/part; kill -SEGV $$");
    expect(result).toMatchObject({ kind: "exited", code: 139, signal: "SIGSEGV", outputs: [{ path: "output/part" }] });
  });

  it("runs a shell command in /workspace with exactly the environment it was given", async () => {
    const env = { SECRET: 'it\'s "quoted"\n$HOME', code: "1", limits: "2", LD_PRELOAD: "/none.so", IFS: "/" };
    const result = await run(sandbox, "pwd; env -0", { env });
    const [pwd, ...rest] = result.stdout.split("\n");
    const seen = Object.fromEntries(
      rest
        .join("\n")
        .split("\0")
        .filter(Boolean)
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    expect(pwd).toBe("/workspace");
    expect(seen).toMatchObject({ SECRET: env.SECRET, code: "1", limits: "2", HOME: "/workspace", PYTHONUNBUFFERED: "1" });
    const known = ["HOME", "LANG", "PATH", "PWD", "OLDPWD", "_", "PYTHONPATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"];
    expect(Object.keys(seen).filter((name) => !known.includes(name) && !(name in env))).toEqual([]);
  });

  it("finds program, kept and team files where they belong, and may not change the team's", async () => {
    const result = await run(
      sandbox,
      "cat lib/a.py data.csv output/old files/in/put.txt && ./tool && echo more >> data.csv && cat data.csv > output/new; echo x > files/in/put.txt; rm -rf files; ls files",
      {
        program: [textFile("lib/a.py", "a\n"), textFile("tool", "#!/bin/sh\necho tool\n"), textFile("data.csv", "new\n")],
        kept: [textFile("data.csv", "old\n"), textFile("output/old", "kept\n")],
        inputs: [textFile("in/put.txt", "team\n")],
      },
    );
    expect(result.stdout).toBe("a\nnew\nkept\nteam\ntool\nin\n");
    expect(result.stderr).toContain("Read-only file system");
    expect(result.outputs.map(({ path, bytes }) => [path, String(bytes)]).toSorted()).toEqual([
      ["output/new", "new\nmore\n"],
      ["output/old", "kept\n"],
    ]);
  });

  it("takes a bundle of 200 files of 128 KiB, long and odd names among them", async () => {
    const program = Array.from({ length: 200 }, (_, index) => textFile(`${"d".repeat(120)}/ü ${index}'"`, Buffer.alloc(131_072, index)));
    const result = await run(sandbox, `cat ${"d".repeat(120)}/* | wc -c; mv ${"d".repeat(120)} output/`, { program });
    expect(result).toMatchObject({ kind: "exited", code: 0, stdout: `${200 * 131_072}\n` });
    const sums = result.outputs.map(({ path, bytes }) => path.endsWith(`ü ${bytes[0]}'"`) && bytes.length === 131_072);
    expect(sums).toEqual(Array.from({ length: 200 }, () => true));
  });

  it("streams files that come in pieces", async () => {
    const file = { path: "p.txt", open: pieces };
    expect((await run(sandbox, "cat p.txt files/p.txt", { program: [file], inputs: [file] })).stdout).toBe("one twoone two");
  });

  it("prints line by line while it runs", async () => {
    const { promise: first, resolve: seen } = Promise.withResolvers<void>();
    const stop = new AbortController();
    const job = run(sandbox, ["python", "-c", "import time; print('now'); time.sleep(60)"], {
      onOutput: () => seen(),
      signal: stop.signal,
    });
    await first;
    stop.abort();
    expect((await job).kind).toBe("stopped");
  });

  it("refuses paths, names and commands that no sandbox could hold", async () => {
    for (const path of ["../x", "/etc/x", "a//b", "a/./b", "", "a\0b", "a/", "x".repeat(300), "\ud800"]) {
      const refusal = new SandboxJobInvalid(`${JSON.stringify(path)} is not a path inside the sandbox`);
      await expect(run(sandbox, "true", { program: [textFile(path, "")] })).rejects.toThrow(refusal);
      await expect(run(sandbox, "true", { inputs: [textFile(path, "")] })).rejects.toThrow(refusal);
    }
    await expect(run(sandbox, "true", { program: [textFile("a", ""), textFile("a", "")] })).rejects.toThrow(SandboxJobInvalid);
    await expect(run(sandbox, "true", { program: [textFile("a", ""), textFile("a/b", "")] })).rejects.toThrow(SandboxJobInvalid);
    await expect(run(sandbox, "true", { program: [textFile("files/a", "")], inputs: [textFile("b", "")] })).rejects.toThrow(
      SandboxJobInvalid,
    );
    await expect(run(sandbox, "true", { env: { "A=B": "" } })).rejects.toThrow(SandboxJobInvalid);
    await expect(run(sandbox, "true", { env: { A: "x".repeat(200_000) } })).rejects.toThrow(SandboxJobInvalid);
    await expect(run(sandbox, "true", { program: [{ path: "a", size: 1e9, open: () => Buffer.of() }] })).rejects.toThrow(SandboxJobInvalid);
    await expect(run(sandbox, "a\0b")).rejects.toThrow(SandboxJobInvalid);
    await expect(run(sandbox, "true", { program: [textFile("a", Buffer.alloc(2000))], limits: { workspaceBytes: 1000 } })).rejects.toThrow(
      SandboxJobInvalid,
    );
    await expect(run(sandbox, "true", { inputs: [textFile("a", Buffer.alloc(2000))], limits: { inputBytes: 1000 } })).rejects.toThrow(
      SandboxJobInvalid,
    );
  });
});

describe("calls over the socket", () => {
  it("go round, numbered, from several threads", async () => {
    const calls: SandboxCall[] = [];
    const onCall = async (call: SandboxCall): Promise<unknown> => {
      calls.push(call);
      if (call.method === "files.read") return { content: "grüße", encoding: "utf8" };
      if (call.method === "fail") throw new Error("not today");
      return call.params;
    };
    const result = await python(
      sandbox,
      `
import caseload, threading, os
print(caseload.files.read("a.txt"))
print(caseload.files.read("a.txt", encoding=None))
caseload.files.write("b.bin", b"\\xff")
caseload.log("hi", level="info")
try: caseload.call("fail")
except caseload.CallError as error: print(error)
try: caseload.call("big", x="x" * 3_000_000)
except caseload.CallError as error: print(str(error)[:22].strip())
got = []
threads = [threading.Thread(target=lambda n=n: got.append(caseload.call("echo", n=n)["n"] == n)) for n in range(20)]
[t.start() for t in threads]; [t.join() for t in threads]
print(got == [True] * 20, flush=True)
child = os.fork()
if child == 0: os._exit(0 if caseload.call("echo", n=1) == {"n": 1} else 1)
print(os.waitpid(child, 0)[1])
`,
      { onCall },
    );
    expect(result).toMatchObject({ code: 0, stdout: "grüße\nb'gr\\xc3\\xbc\\xc3\\x9fe'\nnot today\na call may have 2 MiB,\nTrue\n0\n" });
    expect(calls.map(({ sequence }) => sequence)).toEqual(calls.map((_, index) => index + 1));
    expect(calls[2]).toEqual({ sequence: 3, method: "files.write", params: { path: "b.bin", content: "/w==", encoding: "base64" } });
    expect(calls[3]?.params).toEqual({ message: "hi", fields: { level: "info" } });
  });

  it("are refused when they are no calls or too long", async () => {
    const result = await python(
      sandbox,
      `
import json, os, socket
def talk(data):
    s = socket.socket(socket.AF_UNIX); s.connect(os.environ["CASELOAD_SOCKET"]); s.settimeout(5)
    try: s.sendall(data)
    except OSError: pass
    return s
for line in [b"garbage\\n", b"[1]\\n", b'{"id":1}\\n', b'{"id":1,"method":5}\\n', b"\\xff\\n", b'{"id":1,"method":"a","params":' + b"[" * 9000 + b"]" * 9000 + b"}\\n", b"x" * 3_000_000]:
    s = talk(line)
    try: print(json.loads(s.makefile().readline())["id"])
    except OSError: print(None)
`,
      { onCall: () => new Promise(() => {}) },
    );
    expect(result.stdout).toBe("None\n".repeat(7));
  });

  it("are answered few at a time, connections in turn; the rest waits with the program", async () => {
    const begun: unknown[] = [];
    let [now, most] = [0, 0];
    let printed = "";
    const { promise: sent, resolve: seen } = Promise.withResolvers<void>();
    const onOutput = ({ text }: { text: string }): void => {
      printed += text;
      if (printed.startsWith("sent\n")) seen();
    };
    const onCall = async ({ method, params }: SandboxCall): Promise<unknown> => {
      if (method === "never") return new Promise(() => {});
      begun.push(params);
      most = Math.max(most, (now += 1));
      // Only among calls that are all there can connections take turns.
      await sent;
      await new Promise((done) => setTimeout(done, 5));
      now -= 1;
      return params;
    };
    await python(
      sandbox,
      `
import json, os, select, socket
def connect():
    s = socket.socket(socket.AF_UNIX); s.connect(os.environ["CASELOAD_SOCKET"]); return s
sockets = [connect() for _ in range(3)]
for name, s in zip("abc", sockets): s.sendall(b"".join(b'{"id":%d,"method":"echo","params":"%s"}\\n' % (n, name.encode()) for n in range(20)))
print("sent", flush=True)
for s in sockets:
    file = s.makefile()
    print(sorted(json.loads(file.readline())["id"] for _ in range(20)) == list(range(20)))
s, line, sent = connect(), b'{"id":1,"method":"never","params":"%s"}\\n' % (b"x" * 100_000), 0
while select.select([], [s], [], 1)[1]:
    s.setblocking(False)
    try: sent += s.send(line[sent % len(line):])
    except BlockingIOError: pass
print(sent < 40 * len(line))
`,
      { onCall, onOutput },
    );
    expect(printed).toBe(`sent\n${"True\n".repeat(4)}`);
    expect(most).toBe(4);
    expect(new Set(begun.slice(0, 30))).toEqual(new Set(["a", "b", "c"]));
  });

  it("come at a rate: above it a program waits for the service to read on", async () => {
    const calls: SandboxCall[] = [];
    const stop = new AbortController();
    const limits = { callsPerSecond: 1e-6, callBurst: 3 };
    const onCall = async (call: SandboxCall): Promise<void> => void calls.push(call);
    const code = "import caseload\nfor n in range(5):\n  print(n, flush=True)\n  caseload.log(n)";
    const onOutput = ({ text }: { text: string }) => text.includes("3") && setImmediate(() => stop.abort());
    expect((await python(sandbox, code, { limits, onCall, onOutput, signal: stop.signal })).kind).toBe("stopped");
    expect(calls).toHaveLength(3);
  });

  it("exist only for a job that may call", async () => {
    const result = await python(
      sandbox,
      "import caseload, os; print(os.path.exists('/run/caseload.sock'))\ntry: caseload.log('x')\nexcept caseload.CallError as e: print(e)",
    );
    expect(result.stdout).toBe("False\nthere is no service to call in this sandbox\n");
  });
});

describe("the end of a job", () => {
  it("comes by signal, before, at and after the start, and leaves no process", async () => {
    expect((await run(sandbox, "true", { signal: AbortSignal.abort() })).kind).toBe("stopped");
    const id = marker();
    for (let wait = 0; wait < 20; wait += 1) {
      const signal = AbortSignal.timeout(wait);
      const result = await run(sandbox, "sleep 30", { id, signal });
      expect(result).toMatchObject({ kind: "stopped", outputs: [] });
    }
    expect(commandLinesWith(id)).toEqual([]);
  });

  it("comes with the end of the service: no orphan when it is killed, and its staging is swept", async () => {
    const root = join(stagingRoot, "killed");
    mkdirSync(root);
    const id = marker();
    const program = `
      import { createSandbox } from ${JSON.stringify(join(import.meta.dirname, "bubblewrap.ts"))};
      createSandbox({ stagingRoot: ${JSON.stringify(root)} }).run({
        id: "x", command: { argv: ["python", "-c", "import os,time; os.fork(); os.setsid() if os.fork() == 0 else 0; time.sleep(300)", "${id}"] },
        env: {}, program: [], inputs: [{ path: "a", open: () => Buffer.from("a") }], kept: [], timeoutMs: 100000, onOutput() {}, signal: new AbortController().signal });`;
    const engine = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], { stdio: "inherit" });
    const started = (): boolean => commandLinesWith(id).filter((line) => !line.includes("createSandbox")).length >= 4;
    await eventually(started, "the start of the job");
    engine.kill("SIGKILL");
    await eventually(() => commandLinesWith(id).length === 0, "the end of every process");
    expect(readdirSync(root)).toHaveLength(1);
    const next = createSandbox({ stagingRoot: root });
    expect((await run(next, "true")).kind).toBe("exited");
    expect(readdirSync(root)).toHaveLength(1);
    await next.close();
    expect(readdirSync(root)).toEqual([]);
  });

  it("comes with the end of the service in the middle of a start", async () => {
    const root = join(stagingRoot, "starting");
    mkdirSync(root);
    const id = marker();
    const program = `
      import { createSandbox } from ${JSON.stringify(join(import.meta.dirname, "bubblewrap.ts"))};
      const sandbox = createSandbox({ stagingRoot: ${JSON.stringify(root)} });
      const job = { env: {}, program: [], inputs: [], kept: [], timeoutMs: 100000, onOutput() {}, signal: new AbortController().signal };
      await sandbox.run({ ...job, id: "first", command: { shell: "true" } });
      setTimeout(() => process.kill(process.pid, "SIGKILL"), Number(process.argv[1]));
      for (let count = 0; count < 4; count += 1) sandbox.run({ ...job, id: "${id}", command: { argv: ["sh", "-c", "sleep 300; true", "300 ${id}"] } });`;
    for (const wait of [1, 3, 5, 8, 12]) {
      const engine = spawn(process.execPath, ["--input-type=module-typescript", "-e", program, String(wait)], { stdio: "ignore" });
      await new Promise((resolve) => engine.once("exit", resolve));
    }
    // Whatever did not die by itself has not run a word of the program, and the next service ends it.
    await eventually(() => commandLinesWith(`300 ${id}`).length === 0, "the end of every program");
    const next = createSandbox({ stagingRoot: root });
    await run(next, "true");
    await eventually(() => commandLinesWith(id).length === 0, "the end of every process");
    await next.close();
    expect(readdirSync(root)).toEqual([]);
  });

  it("comes with close, which leaves nothing on the host", async () => {
    const root = join(stagingRoot, "closed");
    mkdirSync(root);
    const own = createSandbox({ stagingRoot: root });
    const id = marker();
    const job = run(own, "sleep 100", { id, inputs: [textFile("a", "a")] });
    await eventually(() => commandLinesWith(id).length > 0, "the start of the job");
    const [staged] = readdirSync(root);
    expect(statSync(join(root, staged ?? "")).mode & 0o066).toBe(0);
    await own.close();
    expect((await job).kind).toBe("stopped");
    expect(readdirSync(root)).toEqual([]);
    expect(commandLinesWith(id)).toEqual([]);
  });
});

describe("the probe", () => {
  it("passes here", async () => {
    expect(await sandbox.probe()).toEqual({ ok: true });
  });

  it("names what is missing and what to do, and nothing runs without it", async () => {
    const broken = createSandbox({ bwrapPath: "/nowhere/bwrap", stagingRoot });
    expect(await broken.probe()).toEqual({
      ok: false,
      reason: "/nowhere/bwrap is missing",
      remedy: "Install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap).",
    });
    expect(await run(broken, "echo ran")).toMatchObject({ kind: "lost", stdout: "" });
    await broken.close();
  });

  it("finds the service's data and the database's socket wherever they show, and refuses itself", async () => {
    // Not in the system's temporary folder, over which every job has its own.
    const places = mkdtempSync("/var/tmp/sandbox-shown-");
    chmodSync(places, 0o711);
    const [data, socket] = [join(places, "data"), join(places, "socket")];
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const elsewhere = mkdtempSync(join(stagingRoot, "elsewhere-"));
    const probe = async (hidden: HiddenPlaces) => {
      const own = createSandbox({ stagingRoot, shown: [...systemFolders(), { path: places, link: null }], hidden });
      return own.probe().finally(() => own.close());
    };
    const remedy = expect.stringContaining("Set DATA_DIR") as string;
    // What a service left that was killed while it looked, and what another one is looking for now.
    const [stale, fresh] = [".sandbox-canary-0123", ".sandbox-canary-4567"];
    for (const name of [stale, fresh]) writeFileSync(join(elsewhere, name), "");
    utimesSync(join(elsewhere, stale), 0, 0);
    const [ofData, ofSocket, hidden] = await Promise.all([
      probe({ folders: [elsewhere, data], sockets: [] }),
      probe({ folders: [elsewhere], sockets: [socket] }),
      probe({ folders: [elsewhere], sockets: [join(elsewhere, "other")] }),
    ]);
    server.close();
    const left = [...readdirSync(data), ...readdirSync(elsewhere)];
    rmSync(places, { recursive: true });
    expect(left).toEqual([fresh]);
    expect(ofData).toEqual({ ok: false, reason: `programs would see ${data}, the folder of the service's data`, remedy });
    expect(ofSocket).toEqual({ ok: false, reason: `programs would see the database's socket ${socket}`, remedy });
    expect(hidden).toEqual({ ok: true });
  });

  it("says that the staging folder cannot be used", async () => {
    const absent = createSandbox({ stagingRoot: join(stagingRoot, "absent") });
    expect(await absent.probe()).toMatchObject({ ok: false, remedy: expect.stringContaining("writable") });
    if (process.getuid?.() !== 0) return;
    const closed = mkdtempSync(join(stagingRoot, "closed-"));
    const unreachable = createSandbox({ stagingRoot: closed });
    expect(await unreachable.probe()).toMatchObject({ ok: false, remedy: expect.stringContaining("entered by every user") });
    await unreachable.close();
  });
});
