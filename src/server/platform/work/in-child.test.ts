import { expect, it } from "vitest";
import type { Asked, Told, Way } from "./greedy.fixture.ts";
import { inChild } from "./in-child.ts";

const limits = { cpuSeconds: 1, heapMb: 100, buffersMb: 100 };
const greedy = new URL("./greedy.fixture.ts", import.meta.url);
const ask = (way: Way, bytes = new Uint8Array(10), module = greedy) => inChild<Told>(module, { way, bytes } satisfies Asked, limits);

it.each(["objects", "arrays", "strings", "maps", "buffers", "time"] as const)(
  "a child that uses up its %s ends alone, with no answer",
  async (way) => {
    expect(await ask(way)).toBeUndefined();
  },
);

it("bytes of any kind come back counted", async () => {
  expect(await ask("none", new Uint8Array(20_000_000))).toEqual({ length: 20_000_000 });
});

it("what a child throws is thrown", async () => {
  await expect(ask("throw")).rejects.toThrow("TypeError: No such page");
});

it.each(["read", "write"] as const)("a child cannot %s other files", async (way) => {
  await expect(ask(way)).rejects.toThrow(`Use --allow-fs-${way}`);
});

it("a module that is not there is our fault, and no file's", async () => {
  await expect(ask("none", new Uint8Array(1), new URL("./missing.ts", import.meta.url))).rejects.toThrow("did not start");
});
