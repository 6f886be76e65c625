import type { Block, Query } from "#contract/dashboards/page.ts";
import { type ModelPart, type ModelRequest, ModelFault, type Turn } from "#server/engine/models/port.ts";
import { readAsking } from "#server/engine/models/scripted-asking.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { askPersonTool } from "#server/engine/tools/ask-person.ts";
import { defaultLines, practiceWords } from "./practice-default.ts";
import { type PracticeLine, practiceLines, practiceSteps } from "./practice-lines.ts";
import { type ReadQuery, type Workspace, UnknownName, rangeOf, readQuery } from "./practice-query.ts";
import { readCall, readIn } from "./practice-read.ts";
import { practicePieces } from "./practice-note.ts";
import { readingTool } from "./turn-tools.ts";
import { checkHeading, pageIn } from "./turn-request.ts";

type Result = { readonly value?: unknown; readonly error?: string };
interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/**
 * The built-in model as a writer of dashboards. It follows the lines of a message and makes a block of each, through the same tools as any other model:
 *
 *   title Invoices
 *   stat count of runs last 30 days
 *   columns count of cases by month split by rule
 *   note Findings come from the invoice checker.
 *   read search_invoices of "Ledger" with {"limit": 50}
 *   bars count of connections by supplier
 *   ask "Which queue?" options: Invoices, Letters
 *   table count of cases by queue where queue is {{answer}}
 *   say Here it is.
 *
 * What a line names and the workspace does not have is said at the end. `break` gives a call that is none, `fail <text>` gives up. Without any line it
 * makes a page of what the workspace has, and says what it is.
 */
function answerAsDesigner(request: ModelRequest): ModelPart {
  const { message, results } = progressOf(request.turns);
  const call = (each: Call): ModelPart => ({ type: "call", id: `line_${results.length + 1}`, ...each });
  const [listed, ...others] = results;
  if (!listed) return call({ name: "list_sources", arguments: {} });
  const { reads: before = [], ...rest } = listed.value as Workspace & { reads?: unknown[] };
  const workspace = { ...rest, reads: readsIn(before) };
  const page = pageIn(request);
  const written = practiceLines(message);
  if (written.length === 0 && page.blocks.length > 0) return say([`${practiceWords} I have not changed the page.`]);
  const lines = written.length > 0 ? written : practiceLines(defaultLines(workspace));
  const said: string[] = [];
  const told: string[] = [];
  const blocks: Blocks = { titles: new Map(page.blocks.map((block) => [block.id, block.title])), made: new Set() };
  let answer = "";
  let waits = 0;
  for (const step of practiceSteps(lines)) {
    const texts = step.texts.map((text) => text.replaceAll("{{answer}}", answer));
    if (step.verb === "say") said.push(texts.join("\n"));
    else if (step.verb === "fail") throw new ModelFault("scripted_failure", texts[0] ?? "");
    else {
      const next = callOf({ verb: step.verb, texts }, workspace, blocks, (words) => told.push(words));
      if (next) {
        let result = others[waits++];
        // The person let it be made: it is made again.
        if (result && wasConfirmed(result)) result = others[waits++];
        if (!result) return call(next);
        if (result.error !== undefined && step.verb !== "break") told.push(`${lineOf(step)}: ${result.error}`);
        else if (step.verb === "ask") answer = answerIn(result.value);
        else if (step.verb === "read") workspace.reads.push(...readsIn([{ tool: next.arguments["tool"], ...(result.value as object) }]));
      }
    }
  }
  return say([...said, ...told]);
}

/** As the contract has it. */
const longestLabel = 60;

const say = (texts: readonly string[]): ModelPart => ({ type: "text", text: texts.join("\n") || "Done. I followed the lines." });
const lineOf = ({ verb, texts }: Written) => `“${verb} ${texts[0] ?? ""}”`;

/** The message that is being followed, and the results of its calls. */
function progressOf(turns: readonly Turn[]): { message: string; results: Result[] } {
  const at = turns.findLastIndex((turn) => turn.role === "user" && !turn.text.startsWith(checkHeading));
  const asked = turns[at];
  return {
    message: asked?.role === "user" ? asked.text : "",
    results: turns.slice(at + 1).flatMap((turn) => (turn.role === "tool" ? turn.results.slice(0, 1) : [])),
  };
}

const readsIn = (told: readonly unknown[]) => told.flatMap((each) => readIn(each) ?? []);
const wasConfirmed = ({ value }: Result) => typeof value === "object" && value !== null && "confirmed" in value;

function answerIn(value: unknown): string {
  const { answers = {} } = (value ?? {}) as { answers?: Record<string, string> };
  return Object.values(answers)[0] ?? "";
}

/** Titles of the blocks so far, by id, and which of them the message made. */
interface Blocks {
  readonly titles: Map<string, string>;
  readonly made: Set<string>;
}
type Written = { readonly verb: PracticeLine["verb"]; readonly texts: readonly string[] };

/** The call that a line is. Undefined: it is none, and `tell` hears why. */
function callOf(step: Written, workspace: Workspace, blocks: Blocks, tell: (why: string) => void): Call | undefined {
  const [text = ""] = step.texts;
  try {
    switch (step.verb) {
      case "title":
        return { name: "set_page", arguments: { title: text } };
      case "zone":
        return { name: "set_page", arguments: { zone: text } };
      case "range": {
        const range = rangeOf(text);
        if (!range) throw new UnknownName(`There is no range “${text}”`);
        return { name: "set_page", arguments: { range } };
      }
      case "read":
        return { name: readingTool, arguments: readCall(text, workspace) };
      case "break":
        return { name: "put_block", arguments: { block: { type: "pie" } } };
      case "ask": {
        const { question, options } = readAsking(text);
        const offered = options.length > 0 ? { options: options.map((label) => ({ label })) } : {};
        return { name: askPersonTool.name, arguments: { questions: [{ question, ...offered }] } };
      }
      case "remove":
        return { name: "remove_block", arguments: { id: idOf(text, blocks) } };
      case "move": {
        const [, what = "", before] = /^(.+?)(?:\s+before\s+(.+))?$/.exec(text) ?? [];
        return { name: "move_block", arguments: { id: idOf(what, blocks), before: before === undefined ? null : idOf(before, blocks) } };
      }
      default:
        return { name: "put_block", arguments: blockOf(readable(step, workspace, tell), workspace, blocks) };
    }
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    if (error.message !== "") tell(`${lineOf(step)}: ${error.message}.`);
    return undefined;
  }
}

/** Of several figures those that can be read; the others are told. */
function readable(step: Written, workspace: Workspace, tell: (why: string) => void): Written {
  if (step.texts.length < 2) return step;
  const texts = step.texts.filter((text) => callOf({ ...step, texts: [text] }, workspace, { titles: new Map(), made: new Set() }, tell));
  if (texts.length === 0) throw new UnknownName("");
  return { ...step, texts };
}

function idOf(word: string, { titles }: Blocks): string {
  const name = word.replace(/^"(.*)"$/, "$1").trim();
  const found = [...titles].find(([id, title]) => id === name || title.toLowerCase() === name.toLowerCase());
  if (!found) throw new UnknownName(`The page has no block “${name}”`);
  return found[0];
}

function blockOf({ verb, texts }: Written, workspace: Workspace, blocks: Blocks) {
  if (verb === "note") {
    const { title, rest } = titled(texts[0] ?? "");
    const id = newIdOf(title ?? "Note", blocks);
    const { pieces, queries } = practicePieces(rest, id, workspace);
    return put({ id, type: "text", title: title ?? "Note", width: 12, pieces }, queries, blocks);
  }
  const read = texts.map((text) => ({ ...titled(text), ...readQuery(titled(text).rest, workspace) }));
  const first = read[0] as ReadQuery & { title: string };
  const own = titled(texts[0] ?? "").title;
  const title = own ?? (verb === "stat" ? "Key figures" : first.title);
  const id = newIdOf(title, blocks);
  const queries = read.map(({ query }, i): Query => ({ name: read.length > 1 ? `${id.slice(0, 36)}_${i + 1}` : id, ...query }));
  if (verb !== "stat") {
    const width = verb === "bars" ? 6 : 12;
    return put({ id, type: verb as "table", title, width, query: id }, queries, blocks);
  }
  const figures = read.flatMap(({ query, labels }, i) =>
    query.measures.map((measure, at) => ({ query: queries[i]?.name ?? id, measure, label: labelOf(labels[at] ?? measure, query.range) })),
  );
  const compared = queries.map((query) => (query.range === "all_time" ? query : { ...query, former: true }));
  return put({ id, type: "stats", title, width: 12, figures: figures.slice(0, 6) }, compared, blocks);
}

function put(block: Block, queries: readonly Query[], { titles, made }: Blocks) {
  titles.set(block.id, block.title);
  made.add(block.id);
  return { block, queries };
}

/** A figure of its own range says which; a long name of a queue is cut for it. */
function labelOf(label: string, range: Query["range"]): string {
  const said = typeof range === "string" ? `, ${range.replaceAll("_", " ")}` : "";
  return label.slice(0, longestLabel - said.length).trimEnd() + said;
}

/** `"Findings": count of cases` has a title of its own. */
function titled(text: string): { title: string | undefined; rest: string } {
  const [, title, rest] = /^"([^"]+)"\s*:\s*(.+)$/.exec(text) ?? [];
  return title === undefined ? { title: undefined, rest: text } : { title, rest: rest ?? "" };
}

/** A block of the same title is replaced: a line that is sent again changes it. */
function newIdOf(title: string, { titles, made }: Blocks): string {
  const former = [...titles].find(([id, other]) => other === title && !made.has(id));
  if (former) return former[0];
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .slice(0, 32);
  const base = slug || "block";
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}_${n}`;
    if (!titles.has(id)) return id;
  }
}

export const practiceDesigner: PracticeRole = { tool: "put_block", answer: answerAsDesigner };
