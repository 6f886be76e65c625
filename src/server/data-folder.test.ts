import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepToOurselves } from "./data-folder.ts";

test("a data folder is closed while another process makes and removes files in it", async () => {
  const umask = process.umask();
  const dataDir = await mkdtemp(join(tmpdir(), "caseload-data-"));
  let closing = true;
  const others = Array.from({ length: 8 }, async (_, n) => {
    while (closing) {
      const path = join(dataDir, `made-${n}`);
      await writeFile(path, "");
      await rm(path);
    }
  });
  try {
    await writeFile(join(dataDir, "kept"), "", { mode: 0o644 });
    for (let n = 0; n < 100; n++) await keepToOurselves({ dataDir, databaseUrl: "postgresql://elsewhere" });
    expect((await stat(join(dataDir, "kept"))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  } finally {
    closing = false;
    await Promise.all(others);
    process.umask(umask);
    await rm(dataDir, { recursive: true, force: true });
  }
});
