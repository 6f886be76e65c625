import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** A line of PostgreSQL's log: its process and how bad it is. */
const line = /^[\d-]+ [\d:.]+ \w+ \[(\d+)\] (\w+): +(.*)$/;
/** Answers to somebody who came too early or stayed too long. They tell an operator nothing: our own words say that the server starts and ends. */
const expected =
  /^(the database system is (starting up|shutting down|in recovery mode|not .*accepting connections)|terminating .* due to (administrator command|unexpected postmaster exit)|connection to client lost)/;
/** What PostgreSQL adds to the line before. */
const further = new Set(["DETAIL", "HINT", "CONTEXT", "STATEMENT"]);

/** Passes on what a server says about itself, without what every start and end brings along. */
export function passOn(words: Readable, write: (line: string) => void): void {
  let dropped: string | undefined;
  createInterface({ input: words }).on("line", (said) => {
    const [, process, level = "", text = ""] = line.exec(said) ?? [];
    if (process !== undefined && level === "FATAL" && expected.test(text)) dropped = process;
    else if (dropped === undefined || process !== dropped || !further.has(level)) {
      dropped = undefined;
      write(`${said}\n`);
    }
  });
}
