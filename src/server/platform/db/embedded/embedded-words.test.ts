import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { passOn } from "./embedded-words.ts";

test("what every start and end of the server brings along is not passed on, and everything else is", async () => {
  const at = "2026-11-22 16:28:06.503 UTC";
  const lines = [
    `${at} [925] FATAL:  the database system is starting up`,
    `${at} [926] FATAL:  the database system is not yet accepting connections`,
    `${at} [926] DETAIL:  Consistent recovery state has not been yet reached.`,
    `${at} [927] FATAL:  lock file "postmaster.pid" already exists`,
    `${at} [927] HINT:  Is another postmaster (PID 12) running?`,
    `${at} [928] FATAL:  terminating autovacuum process due to administrator command`,
    `${at} [928] CONTEXT:  while vacuuming block 12 of relation "pg_catalog.pg_class"`,
    `${at} [930] FATAL:  terminating connection due to unexpected postmaster exit`,
    `${at} [931] FATAL:  connection to client lost`,
    "postgres: could not find a locale",
    `${at} [929] PANIC:  could not write to file: No space left on device`,
  ];
  const kept: string[] = [];
  const words = Readable.from(lines.map((line) => `${line}\n`));
  passOn(words, (line) => kept.push(line.trim()));
  await expect.poll(() => kept).toEqual([lines[3], lines[4], lines[9], lines[10]]);
});
