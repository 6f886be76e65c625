import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { removeLeftovers, storeFolder } from "./store-folder.ts";

it("names whose it is, and goes once its process is long gone", async () => {
  const own = await storeFolder("caseload-test-");
  await rm(own, { recursive: true });
  const where = await mkdtemp(join(tmpdir(), "leftovers-"));
  const ended = basename(own).replace(`-${process.pid}-`, `-${spawnSync("true").pid}-`);
  const others = ["caseload-e2e-05T8Uu", "PostgreSQL.1454081198"];
  for (const name of [basename(own), ended, ...others]) await mkdir(join(where, name));

  await removeLeftovers(where, new Date());
  expect(await readdir(where)).toContain(ended);
  await removeLeftovers(where, new Date(Date.now() + 7_200_000));
  expect((await readdir(where)).toSorted()).toEqual([basename(own), ...others].toSorted());
  await rm(where, { recursive: true });
});
