import { readFile, writeFile } from "node:fs/promises";

const kept: unknown[] = [];

/** Ways to use more than one has. */
const ways = {
  objects: () => {
    for (;;) kept.push({ of: kept.length });
  },
  arrays: () => {
    for (;;) kept.push(Array.from({ length: 1_000_000 }, (_, i) => i / 3));
  },
  strings: () => {
    for (let text = "x"; ; text += text) kept.push([...text]);
  },
  maps: () => {
    const map = new Map<number, object>();
    for (let i = 0; ; i++) map.set(i, { i });
  },
  buffers: () => {
    for (;;) kept.push(Buffer.alloc(5_000_000, 1));
  },
  time: () => {
    for (;;);
  },
};

export type Way = keyof typeof ways | "none" | "throw" | "read" | "write";

export interface Asked {
  readonly way: Way;
  readonly bytes: Uint8Array;
}
export interface Told {
  readonly length: number;
  readonly text?: string;
}

/** For a test of what a child may do. */
export async function answer({ way, bytes }: Asked): Promise<Told> {
  if (way === "throw") throw new TypeError("No such page");
  if (way === "read") return { length: 0, text: await readFile("/etc/hostname", "utf8") };
  if (way === "write") await writeFile(import.meta.filename, "");
  else if (way !== "none") ways[way]();
  return { length: bytes.length };
}
