import type { WireReply } from "#server/testing/model-server.ts";
import { compatible, type Dialect, messages, responses } from "#server/testing/wire-dialects.ts";

/** Calls that nobody can read. The model is told, and goes on. */
interface BrokenCall {
  readonly name: string;
  readonly raw: string;
  readonly reply: (dialect: Dialect) => WireReply;
  readonly says: string;
}

/** How each protocol says that the answer reached its longest. */
export const longest = new Map([
  [compatible, "length"],
  [responses, "max_output_tokens"],
  [messages, "max_tokens"],
]);

/** `list_files` takes no argument for granted: were it called with nothing, it would run. */
const broken = (name: string, raw: string, says: string, how: { cut: boolean }): BrokenCall => ({
  name,
  raw,
  says,
  reply: (dialect) => ({
    body: [
      ...dialect.call("list_files", ...(raw ? [raw.slice(0, 4), raw.slice(4)] : [])),
      ...dialect.end(how.cut ? longest.get(dialect) : undefined),
    ],
  }),
});
const cutAfter = (characters: number) =>
  `not valid JSON (cut after ${characters} characters). Nothing was done. Call again with shorter arguments.`;

export const brokenCalls: readonly BrokenCall[] = [
  broken("cut within a text", '{"prefix":"NOT done: the invoice must be sent back, ', cutAfter(52), { cut: true }),
  broken("cut before its first character", "", cutAfter(0), { cut: true }),
  broken("cut, and the provider says that it is done", '{"prefix":', cutAfter(10), { cut: false }),
  broken("no JSON", "{prefix: 1}", "not valid JSON (wrong at character 2). Nothing was done. Call again with valid JSON.", { cut: false }),
  broken("no object", '["prefix"]', "not a JSON object. Nothing was done. Call again with an object.", { cut: false }),
];
