import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "./command.ts";
import { harmless, messageOf, recordOf, tableOf } from "./output.ts";
import type { Typed } from "./input.ts";
import type { Surroundings } from "./surroundings.ts";

type Rows = AsyncIterable<unknown>;

/** Writes what a call answers, while it arrives where it does: lists, streams, files, texts and records. */
export async function show(asked: unknown, { rows }: Command, { json, all }: Typed, { stdout, say }: Surroundings): Promise<void> {
  const width = stdout.isTTY ? (stdout.columns ?? 80) : Infinity;
  const print = (text: string) => stdout.write(`${text}\n`);
  if (rows !== undefined && all) return printAll(asked as Rows, json, width, print);
  const answer = await asked;
  if (isRows(answer)) {
    for await (const each of answer) print(json ? JSON.stringify(each) : messageOrEvent(each));
  } else if (answer instanceof Response) {
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), stdout, { end: false });
  } else if (answer instanceof Uint8Array) stdout.write(answer);
  else if (typeof answer === "string") stdout.write(stdout.isTTY ? harmless(answer) : answer);
  else if (json) print(JSON.stringify(answer ?? null, null, 2));
  else if (answer === undefined) say("Done.");
  else if (rows === undefined) print(recordOf(answer, width));
  else {
    const page = answer as Readonly<Record<string, unknown>>;
    const shown = (page[rows] as unknown[] | undefined) ?? [];
    print(tableOf(shown, width));
    if (typeof page.total === "number" && page.total > shown.length) say(`${shown.length} of ${page.total}. All of them: --all`);
  }
}

async function printAll(asked: Rows, json: boolean, width: number, print: (text: string) => void): Promise<void> {
  const found: unknown[] = [];
  for await (const row of asked) {
    if (json) print(JSON.stringify(row));
    else found.push(row);
  }
  if (!json) print(tableOf(found, width));
}

const isRows = (answer: unknown): answer is Rows => typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;

function messageOrEvent(each: unknown): string {
  return typeof each === "object" && each !== null && "role" in each ? messageOf({ ...each }) : harmless(JSON.stringify(each));
}
