import { expect, test } from "vitest";
import { mimeTypeOf } from "./mime-types.ts";

test("types follow from the extension", () => {
  expect(["a/B.CSV", "x.tar.gz", "notes.md", "Makefile", "csv", ".csv", "a.constructor", "dir.csv/file"].map(mimeTypeOf)).toEqual([
    "text/csv",
    "application/gzip",
    "text/markdown",
    "application/octet-stream",
    "application/octet-stream",
    "text/csv",
    "application/octet-stream",
    "application/octet-stream",
  ]);
});
