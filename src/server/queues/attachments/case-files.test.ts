import { expect, test } from "vitest";
import { plainPath } from "#server/engine/sandbox/paths.ts";
import { freeName } from "./case-files.ts";

test("a file of a case gets its own name, the next free one, or none of its own where that leads elsewhere", () => {
  const taken = new Set<string>();
  const named = (name: string) => {
    const free = freeName(name, taken);
    taken.add(free);
    return free;
  };
  const names = ["a.tar.gz", "a.tar.gz", "a.tar (2).gz", "a.tar.gz", ".env", ".env", "README", "README"].map(named);
  expect(names).toEqual(["a.tar.gz", "a.tar (2).gz", "a.tar (2) (2).gz", "a.tar (3).gz", ".env", ".env (2)", "README", "README (2)"]);
  for (const hostile of ["..", ".", "", "../a", "/etc/passwd", "a/b", "a\0b", "a\nb", "\ud800"])
    expect(named(hostile)).toMatch(/^attachment( \(\d+\))?$/);
  // Longer than a file system takes, counted in bytes.
  const long = `${"ü".repeat(125)}.pdf`;
  expect([named(long), named(long)].every((name) => plainPath(name))).toBe(true);
  expect(taken.size).toBe(19);
});
