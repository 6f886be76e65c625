/** Everything a hostile program is known to try against this layer; each line has to fail for it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createSandbox } from "./bubblewrap.ts";
import { commandLinesWith, eventually, mapping, marker, processesWith, python, run, textFile } from "./sandbox-fixture.ts";

const sandbox = createSandbox();
const hostFolder = mkdtempSync(join(tmpdir(), "sandbox-host-"));
afterAll(async () => {
  await sandbox.close();
  rmSync(hostFolder, { recursive: true, force: true });
});

describe("the host", () => {
  it("shows none of its files", async () => {
    writeFileSync(join(hostFolder, "secret"), "secret");
    const result = await run(sandbox, `ls -A / /etc /home /root /sys /var /srv ${hostFolder}; cat /etc/passwd /etc/shadow`);
    expect(result.stdout).toContain("/etc:\ngroup\nhosts\nnsswitch.conf\npasswd\n");
    expect(result.stdout).toContain("agent:x:1000:1000:agent:/workspace:/bin/sh\n");
    expect(result.stdout.split("\n").filter((line) => /:x?:\d+:/.test(line))).toHaveLength(1);
    for (const path of ["/home", "/root", "/sys", "/var", "/srv", hostFolder, "/etc/shadow"]) {
      expect(result.stderr).toMatch(new RegExp(`${path}'?: No such file or directory`));
    }
  });

  it("shows of /usr only where programs and libraries lie", async () => {
    const result = await run(sandbox, "ls /usr /usr/local; ls -d /usr/src /usr/local/src /usr/local/share /sbin 2>/dev/null");
    const known = ["bin", "lib", "lib32", "lib64", "libx32", "libexec", "local", "share", "/usr:", "/usr/local:", ""];
    expect(result.stdout.split("\n").filter((line) => !known.includes(line))).toEqual([]);
  });

  it("does not let its database be reached", async () => {
    const folder = process.env["TEST_PG_HOST"] ?? "";
    const result = await python(
      sandbox,
      `
import os, socket
print(os.path.lexists(${JSON.stringify(folder)}))
try: socket.socket(socket.AF_UNIX).connect(${JSON.stringify(join(folder, ".s.PGSQL.5432"))})
except OSError as error: print(type(error).__name__)
`,
    );
    expect(result.stdout).toBe("False\nFileNotFoundError\n");
  });

  it("shows nothing of its environment, and nobody there sees the job's", async () => {
    const [canary, secret] = [marker(), marker()];
    process.env["CASELOAD_TEST_CANARY"] = canary;
    const stop = new AbortController();
    let printed = "";
    const job = run(sandbox, "cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'; echo end; sleep 60", {
      env: { SECRET: secret },
      onOutput: ({ text }) => (printed += text),
      signal: stop.signal,
    });
    await eventually(() => printed.includes("end\n"), "the listing");
    expect(commandLinesWith(secret)).toEqual([]);
    stop.abort();
    await job;
    delete process.env["CASELOAD_TEST_CANARY"];
    expect(printed).toContain(secret);
    expect(printed).not.toContain(canary);
  });

  it("cannot be reached over the network, nor can anything else", async () => {
    const server = createServer((_, answer) => answer.end("inside"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const result = await python(
      sandbox,
      `
import socket
for address in [("127.0.0.1", ${(server.address() as AddressInfo).port}), ("169.254.169.254", 80), ("1.1.1.1", 53), ("10.0.0.1", 80)]:
    try: socket.create_connection(address, 2); print("reached", address)
    except OSError as error: print(type(error).__name__)
try: socket.getaddrinfo("example.com", 80); print("resolved")
except OSError: print("no names")
for family in [17, 38, 40, 44]:
    try: socket.socket(family, socket.SOCK_STREAM); print("socket", family)
    except OSError: pass
print([name for _, name in socket.if_nameindex()])
`,
    );
    server.close();
    expect(result.stdout).toBe("ConnectionRefusedError\nOSError\nOSError\nOSError\nno names\n['lo']\n");
  });

  it("shows none of its processes", async () => {
    const result = await run(sandbox, "ls -d /proc/[0-9]* | wc -l; kill -9 1 2>&1; echo alive");
    // The script, prlimit's successor, and the two of the pipeline.
    expect(Number(result.stdout.split("\n")[0])).toBeLessThanOrEqual(4);
    expect(result).toMatchObject({ kind: "exited", code: 0, stdout: expect.stringContaining("alive") });
  });

  it("is read-only wherever it shows", async () => {
    const places = [
      "/x",
      "/usr/x",
      "/etc/x",
      "/etc/passwd",
      "/dev/x",
      "/opt/caseload/caseload.py",
      "/run/x",
      "/bin/sh",
      "/proc/sys/kernel/core_pattern",
      "/proc/sys/vm/overcommit_memory",
      "/proc/sysrq-trigger",
    ];
    const result = await run(
      sandbox,
      places.map((place) => `(echo x >> ${place}) 2>/dev/null && echo wrote ${place}`).join("\n") + "\ntrue",
    );
    expect(result).toMatchObject({ code: 0, stdout: "" });
  });

  it("gives away no privilege", async () => {
    const result = await python(
      sandbox,
      `
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
attempts = {
  "user namespace": lambda: libc.unshare(0x10000000), "mount namespace": lambda: libc.unshare(0x20000),
  "clone": lambda: libc.syscall(56 if platform.machine() == "x86_64" else 220, 0x10000000 | 17, 0, 0, 0, 0),
  "clone3": lambda: libc.syscall(435, 0, 0),
  "mount": lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None), "umount": lambda: libc.umount2(b"/workspace", 2),
  "chroot": lambda: libc.chroot(b"/tmp"), "setuid": lambda: libc.setuid(0), "setgid": lambda: libc.setgid(0),
  "ptrace": lambda: libc.ptrace(16, os.getppid(), 0, 0), "setns": lambda: libc.setns(0, 0),
  "io_uring": lambda: libc.syscall(425, 8, ctypes.create_string_buffer(200)), "new mount calls": lambda: libc.syscall(430, b"tmpfs", 0),
  "unknown calls": lambda: libc.syscall(500), "memfd": lambda: libc.memfd_create(b"x", 0), "shm segment": lambda: libc.shmget(0, 4096, 0o1600),
  "message queue": lambda: libc.msgget(0, 0o1600), "sethostname": lambda: libc.sethostname(b"x", 1), "personality": lambda: libc.personality(0x0040000),
  "terminal": lambda: libc.ioctl(0, 0x5412, b"x"), "raised limit": lambda: libc.prlimit(0, 6, ctypes.byref((ctypes.c_ulong * 2)(9999, 9999)), None),
}
if platform.machine() == "x86_64": attempts["x32"] = lambda: libc.syscall(0x40000000 + 39)
for name, attempt in attempts.items():
    if attempt() != -1: print(name)
status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
print(*[status[key].strip() for key in ("NoNewPrivs", "Seccomp", "CapPrm", "CapBnd", "Uid")])
`,
    );
    expect(result.stdout).toBe("1 2 0000000000000000 0000000000000000 1000\t1000\t1000\t1000\n");
    expect(
      (
        await run(
          sandbox,
          "unshare -Ur id; su -c id; find /usr/bin /usr/sbin -perm -4000 -exec timeout 1 {} -c id ';' </dev/null 2>/dev/null; true",
        )
      ).stdout,
    ).not.toContain("uid=0");
  });

  it("is not root when the service is", async () => {
    const stop = new AbortController();
    const id = marker();
    const job = run(sandbox, ["sh", "-c", "sleep 60", `sleep 61 ${id}`], { id, signal: stop.signal });
    await eventually(() => commandLinesWith(`sleep 61 ${id}`).length > 0, "the start");
    const users = processesWith(id).map(({ user }) => user);
    stop.abort();
    await job;
    expect(users.length).toBeGreaterThan(1);
    expect(users).not.toContain(0);
  });
});

describe("what will not end", () => {
  it("an endless loop is killed on time", async () => {
    const result = await run(sandbox, ["python", "-c", "while True: pass"], { timeoutMs: 300 });
    expect(result).toMatchObject({ kind: "timed_out", outputs: [] });
    expect(result.durationMs).toBeGreaterThanOrEqual(290);
  });

  it("daemons that ignore every signal die with the time limit, and with the program", async () => {
    const word = marker();
    const code = `
import os, signal, sys, time
for number in range(1, 32):
    try: signal.signal(number, signal.SIG_IGN)
    except OSError: pass
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp("sh", ["sh", "-c", "trap '' TERM HUP INT; while :; do sleep 1; done", "${word}"])
        os._exit(0)
time.sleep(float(sys.argv[1]))
print("done")
`;
    const program = [textFile("main.py", code)];
    expect((await run(sandbox, ["python", "main.py", "60"], { program, timeoutMs: 700 })).kind).toBe("timed_out");
    expect(commandLinesWith(word)).toEqual([]);
    expect(await run(sandbox, ["python", "main.py", "0.3"], { program })).toMatchObject({ kind: "exited", code: 0, stdout: "done\n" });
    expect(commandLinesWith(word)).toEqual([]);
  });

  it("a fork bomb stops at the process limit, and a good job beside it runs", async () => {
    const id = marker();
    const timeoutMs = 60_000;
    const bomb = python(
      sandbox,
      `
import os, time
count = 0
try:
    while True:
        if os.fork() == 0: time.sleep(60)
        count += 1
except OSError: print(count, flush=True)
time.sleep(60)
`,
      { timeoutMs: 10_000, id },
    );
    const [good, second] = await Promise.all([
      python(sandbox, "print(sum(range(1000)))", { timeoutMs }),
      run(sandbox, ":(){ :|:& };:; sleep 1", { id, timeoutMs }),
    ]);
    expect(good).toMatchObject({ kind: "exited", code: 0, stdout: "499500\n" });
    expect(second.kind).toBe("exited");
    const result = await bomb;
    expect(result.kind).toBe("timed_out");
    expect(Number(result.stdout)).toBeGreaterThan(20);
    expect(Number(result.stdout)).toBeLessThan(64);
    expect(commandLinesWith(id)).toEqual([]);
  });
});

describe("memory", () => {
  const limits = { memoryBytes: 128 * 1024 * 1024 };
  /** A count rests for four times what it took, and beside other work one takes seconds: which of the two limits ends a job is what counts. */
  const timeoutMs = 60_000;

  it("of one process ends at the limit", async () => {
    const result = await run(sandbox, ["python", "-c", "b = bytearray(200 * 1024 * 1024)"], { limits });
    expect(result).toMatchObject({ kind: "exited", code: 1, stderr: expect.stringContaining("MemoryError") });
  });

  it("is not used up by threads that do little", async () => {
    const code =
      "import threading, time\nthreads = [threading.Thread(target=time.sleep, args=(0.3,)) for _ in range(50)]\n[t.start() for t in threads]; [t.join() for t in threads]; print(len(threads))";
    expect(await run(sandbox, ["python", "-c", code])).toMatchObject({ kind: "exited", code: 0, stdout: "50\n" });
  });

  it("of many processes is counted together", async () => {
    const code = "import os, time\nfor _ in range(5):\n  if os.fork() == 0: break\nb = bytearray(os.urandom(1 << 20)) * 50\ntime.sleep(60)";
    expect((await run(sandbox, ["python", "-c", code], { limits })).kind).toBe("memory_exceeded");
  });

  it("shared after a fork is counted once", async () => {
    const code =
      "import os, time\nb = bytearray(os.urandom(1 << 20)) * 60\nfor _ in range(5):\n  if os.fork() == 0: time.sleep(0.5); os._exit(0)\ntime.sleep(0.6); print(len(b))";
    expect(await run(sandbox, ["python", "-c", code], { limits })).toMatchObject({ kind: "exited", code: 0 });
  });

  it("that the kernel keeps for mappings counts too, for private and for shared ones", async () => {
    const small = { limits: { memoryBytes: 40 << 20 }, timeoutMs };
    const jobs = [mapping("0x22", 6, 30_000), mapping("0x21", 2, 20_000)].map((code) => python(sandbox, code, small));
    expect((await Promise.all(jobs)).map(({ kind }) => kind)).toEqual(["memory_exceeded", "memory_exceeded"]);
  });

  it("held in files, empty files and socket buffers counts too", async () => {
    const small = { memoryBytes: 48 * 1024 * 1024 };
    const jobs = [
      "import time\nfor n in range(8): open(f'/workspace/{n}', 'wb').write(bytes(7 << 20))\ntime.sleep(60)",
      "for n in range(10**8): open(f'/workspace/{n}', 'w').close()",
      "import socket, time\nheld = [socket.socketpair() for _ in range(120)]\ntime.sleep(60)",
    ].map((code) => python(sandbox, code, { limits: small, timeoutMs }));
    expect((await Promise.all(jobs)).map(({ kind }) => kind)).toEqual(["memory_exceeded", "memory_exceeded", "memory_exceeded"]);
  });
});

/** Fills a folder and prints how many megabytes went in. */
const fill = (folder: string): string =>
  `head -c 300000000 /dev/zero | split -b 4000000 - ${folder}/x; du -s --apparent-size -B1000000 ${folder} | cut -f1; rm -f ${folder}/x*`;

describe("files", () => {
  it("fill no more than their folders", async () => {
    const result = await run(sandbox, [fill("/workspace"), fill("/tmp"), fill("/dev/shm")].join("\n"), {
      limits: { workspaceBytes: 20_000_000 },
    });
    const [workspace, temporary, shared] = result.stdout.trim().split("\n").map(Number);
    expect(workspace).toBeLessThanOrEqual(21);
    expect(temporary).toBeLessThanOrEqual(35);
    expect(shared).toBeLessThanOrEqual(18);
    expect(result.stderr).toContain("No space left on device");
  });

  it("are cut at the largest size of one", async () => {
    const result = await python(sandbox, "open('output/big', 'wb').write(bytes(3 << 20))", { limits: { fileBytes: 1 << 20 } });
    expect(result.stderr).toContain("File too large");
    expect((await python(sandbox, "open('output/sparse', 'wb').truncate(10 << 30)")).stderr).toContain("File too large");
  });

  it("leave only as regular files of output/", async () => {
    const result = await run(
      sandbox,
      `mkdir -p output/deep; echo good > output/deep/good; echo x > elsewhere
       ln -s /etc/passwd output/link; ln -s .. output/up; mkfifo output/fifo; ln output/deep/good output/deep/hard
       python -c 'import socket; socket.socket(socket.AF_UNIX).bind("output/socket")'
       touch "$(printf 'output/new\\nline')" "$(printf 'output/\\377')" 'output/-rf *'`,
    );
    expect(result.outputs.map(({ path }) => path).filter((path) => !path.startsWith("output/deep/"))).toEqual(["output/-rf *"]);
    expect(result.outputs.filter(({ path }) => path.startsWith("output/deep/"))).toHaveLength(1);
    expect(result.outputsTruncated).toEqual({ cause: "unusable", reason: expect.stringContaining("left out") });
    expect(await run(sandbox, "rmdir output; ln -s /etc output")).toMatchObject({ code: 0, outputs: [] });
    expect(await run(sandbox, "rmdir output")).toMatchObject({ code: 0, outputs: [] });
  });

  it("leave no more than the cap, sparse ones at their full size", async () => {
    const sparse = "import os\nfor n in range(9):\n  open(f'output/{n}', 'wb').truncate(1 << 20)";
    const result = await python(sandbox, sparse, { limits: { resultBytes: 4 << 20 } });
    expect(result).toMatchObject({
      kind: "exited",
      code: 0,
      outputsTruncated: { cause: "too_large", reason: expect.stringContaining("larger than") },
    });
    expect(result.outputs.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThanOrEqual(4 << 20);
    const many = await run(sandbox, "cd output; touch $(seq 50)", { limits: { resultFiles: 10 } });
    expect(many).toMatchObject({ code: 0, outputsTruncated: { cause: "too_many", reason: "there are more than 10 files under output/" } });
    expect(many.outputs).toHaveLength(10);
  });

  it("of one job, and what it hid elsewhere, are not there for the next", async () => {
    const places = ["/workspace/a", "/tmp/a", "/dev/shm/a", "/workspace/output/a"];
    await run(sandbox, places.map((place) => `echo x > ${place}`).join("; "));
    const [left, right] = [marker(), marker()];
    const look = (own: string): string => `echo ${own} > /tmp/own; sleep 0.3; cat /tmp/own; ls ${places.join(" ")} 2>/dev/null; ls /tmp`;
    const both = await Promise.all([left, right].map((own) => run(sandbox, look(own))));
    expect(both.map(({ stdout }) => stdout)).toEqual([`${left}\nown\n`, `${right}\nown\n`]);
  });
});

describe("output", () => {
  it("is cut and the job killed at the cap, in lines or without any", async () => {
    for (const flood of ["yes", "cat /dev/zero | tr '\\0' x", "while :; do echo a; echo b >&2; done"]) {
      const result = await run(sandbox, flood, { limits: { outputBytes: 100_000 } });
      expect(result.kind).toBe("output_exceeded");
      expect(result.stdout.length + result.stderr.length).toBe(100_000);
      expect(result.chunks.length).toBeLessThan(200);
    }
  });

  it("is whole text, with invalid bytes replaced and split characters put together", async () => {
    const code = `
import os, time
for byte in "ü€😀".encode(): os.write(1, bytes([byte])); time.sleep(0.05)
os.write(1, b"\\n\\xff\\xfe\\x00|\\xc3")
`;
    const result = await python(sandbox, code);
    expect(result.stdout).toBe("ü€😀\n\ufffd\ufffd\0|\ufffd");
    expect(result.chunks.every(({ text }) => text.isWellFormed())).toBe(true);
  });
});
