import { expect, test } from "vitest";
import { byPath, foldersOf, renamed } from "./paths.ts";

test("a rename keeps folder and extension", () => {
  expect(renamed("a/b/data.csv", "results")).toBe("a/b/results.csv");
  expect(renamed("data.csv", "results.csv")).toBe("results.csv");
  expect(renamed("data.csv", "RESULTS.CSV")).toBe("RESULTS.csv");
  expect(renamed("data.csv", "results.txt")).toBe("results.txt.csv");
  expect(renamed("archive.tar.gz", "backup")).toBe("backup.gz");
  expect(renamed("a/Makefile", "Rakefile.old")).toBe("a/Rakefile.old");
  expect(renamed(".env", ".env.local")).toBe(".env.local");
  expect(renamed("data.csv", ".csv")).toBeUndefined();
});

test("paths sort as a person reads a tree", () => {
  const sorted = ["a.txt", "B/file2.csv", "b/file10.csv", "B/File1.csv", "b", "Älter", "z", "A b/x", "a/y"];
  expect(byPath(sorted.toReversed().map((path) => ({ path }))).map((f) => f.path)).toEqual([
    "a/y",
    "A b/x",
    "a.txt",
    "Älter",
    "b",
    "B/File1.csv",
    "B/file2.csv",
    "b/file10.csv",
    "z",
  ]);
});

test("folders of a path", () => {
  expect(foldersOf("a/b/c")).toEqual(["a", "a/b"]);
  expect(foldersOf("a")).toEqual([]);
});
