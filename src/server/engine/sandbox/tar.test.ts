import { describe, expect, it } from "vitest";
import { TarReader } from "./tar.ts";
import { tarParts } from "./tar-writer.ts";

const archive = (...files: [string, string][]): Buffer =>
  Buffer.concat(tarParts(files.map(([path, text]) => ({ path, bytes: Buffer.from(text) }))));

function read(bytes: Buffer, cut = bytes.length, maxBytes = 1_000_000): { files: [string, string][]; truncated: string | undefined } {
  const reader = new TarReader(maxBytes, 100);
  for (let at = 0; at < bytes.length; at += cut) reader.push(bytes.subarray(at, at + cut));
  const { outputs, truncated } = reader.finish();
  return { files: outputs.map(({ path, bytes: content }) => [path, String(content)]), truncated: truncated?.reason };
}

/** Changes a header field and mends the checksum, as a forger would. */
function forge(bytes: Buffer, offset: number, field: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.write(field, offset, "latin1");
  copy.fill(" ", 148, 156);
  const sum = copy.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  copy.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return copy;
}

describe("the archive reader", () => {
  const good: [string, string][] = [
    ["output/a", "one"],
    [`output/${"é".repeat(100)}/b`, "x".repeat(1500)],
    ["output/empty", ""],
  ];

  it("reads what was written, however it is cut", () => {
    for (const cut of [1, 7, 511, 512, 513, 100_000]) expect(read(archive(...good), cut)).toEqual({ files: good, truncated: undefined });
  });

  it("drops every path that leads out of output/", () => {
    for (const path of [
      "../etc/x",
      "/etc/x",
      "output/../x",
      "output",
      "output/",
      "output//x",
      "outputs/x",
      "output/./x",
      "output/\u0001",
    ]) {
      expect(read(archive([path, "bad"], ["output/ok", "ok"]))).toMatchObject({
        files: [["output/ok", "ok"]],
        truncated: expect.stringContaining("1 entry"),
      });
    }
  });

  it("drops links, devices and unknown kinds", () => {
    for (const type of ["1", "2", "3", "4", "6", "7", "S", "x", "g", "K", "Z"]) {
      expect(read(forge(archive(["output/a", "one"], ["output/ok", "ok"]), 156, type)).files).toEqual([["output/ok", "ok"]]);
    }
  });

  it("stops at damage, lies about size, and the cap", () => {
    const bytes = archive(["output/a", "one"], ["output/b", "two"]);
    expect(read(Buffer.from(bytes).fill("z", 0, 5)).truncated).toContain("damaged");
    expect(read(forge(bytes, 124, "-0000000001\0")).truncated).toContain("damaged");
    expect(read(forge(bytes, 124, "77777777777\0"))).toEqual({ files: [], truncated: expect.stringContaining("in full") });
    expect(read(bytes.subarray(0, 1100))).toEqual({ files: [["output/a", "one"]], truncated: expect.stringContaining("in full") });
    expect(read(archive(["output/big", "x".repeat(50_000)]), 1000, 10_000)).toEqual({
      files: [],
      truncated: expect.stringContaining("larger"),
    });
    expect(read(Buffer.alloc(0))).toEqual({ files: [], truncated: undefined });
  });
});
