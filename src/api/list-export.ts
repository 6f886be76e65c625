import type { CallInput, EndpointSpec } from "#contract/endpoint.ts";
import type { ExportColumns, ExportFormat } from "#contract/export.ts";
import { answerOf } from "./client.ts";
import { patiently } from "./patiently.ts";

type Exporting = EndpointSpec & { readonly exports: ExportColumns<never> };

export interface ExportRead {
  readonly signal: AbortSignal;
  /** Is told how many rows have arrived. */
  readonly tell: (rows: number) => void;
}

/** What arrived is kept in pieces of this many bytes, which a browser may put on the disk. */
const pieceBytes = 4_194_304;

/** Reads a whole list as a file while the service sends it. Throws when not all of it arrived. */
export async function readExport<E extends Exporting>(endpoint: E, input: CallInput<E>, { signal, tell }: ExportRead) {
  const answer = await patiently(() => answerOf(endpoint, input, { signal, priority: "background" }), { signal, again: 5 });
  const type = answer.headers.get("content-type") ?? "";
  const [, coded = "list"] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  const rowsIn = rowCounter(type.startsWith("text/csv") ? 1 : 2);
  const pieces: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const keep = () => {
    pieces.push(new Blob(waiting));
    waiting = [];
    bytes = 0;
  };
  for await (const chunk of chunksOf(answer)) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes > pieceBytes) keep();
    tell(rowsIn(chunk));
  }
  keep();
  return { file: { name: decodeURIComponent(coded), type, parts: pieces }, rows: rowsIn(new Uint8Array()) };
}

/** Browsers differ in whether a stream can be iterated. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (!read || read.done) return;
    yield read.value;
  }
}

/** Counts the lines of a file as they arrive, but for those that are no rows. A line that ends within quotes goes on in the next one. */
function rowCounter(others: number): (chunk: Uint8Array) => number {
  let lines = 0;
  let quoted = false;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === 0x22 && others === 1) quoted = !quoted;
      else if (byte === 0x0a && !quoted) lines += 1;
    }
    return Math.max(0, lines - others);
  };
}

export interface ExportChoice {
  readonly format: ExportFormat;
  /** The columns that a list shows; absent: everything. */
  readonly shown?: readonly string[];
}

/** Format and columns as an export takes them: a list may show more than its file knows, such as buttons. */
export function exportFields<C extends ExportColumns<never>>(columns: C, { format, shown }: ExportChoice) {
  const known = Object.keys(columns) as (keyof C & string)[];
  return { format, ...(shown ? { columns: known.filter((name) => shown.includes(name)) } : {}) };
}
