import { spawn } from "node:child_process";

const command = [
  "--unshare-all",
  "--die-with-parent",
  "--new-session",
  "--cap-drop",
  "ALL",
  "--ro-bind",
  "/usr",
  "/usr",
  "--symlink",
  "usr/lib",
  "/lib",
  "--symlink",
  "usr/lib64",
  "/lib64",
  "--symlink",
  "usr/bin",
  "/bin",
  "--proc",
  "/proc",
  "--dev",
  "/dev",
  "--tmpfs",
  "/tmp",
  "--",
  "/usr/bin/python3",
  "-c",
  "print('hello')",
];

function once(): Promise<number> {
  const begun = performance.now();
  return new Promise((done) => {
    const child = spawn("bwrap", command, { stdio: "ignore", env: { PATH: "/usr/bin" } });
    child.once("exit", () => done(performance.now() - begun));
  });
}

/** The bare sandbox: bubblewrap and Python printing a line, nothing around them. */
export async function measureBareCode(count: number, atOnce: number): Promise<{ rate: number; p50: number }> {
  const alone: number[] = [];
  for (let i = 0; i < 20; i++) alone.push(await once());
  const begun = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await once();
    }),
  );
  return { rate: (count * 1000) / (performance.now() - begun), p50: alone.toSorted((a, b) => a - b)[10] ?? 0 };
}
