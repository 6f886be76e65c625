import {
  type Grain,
  type SourceName,
  fieldOwners,
  fieldPrefix,
  grains,
  sourceNames,
  sourceOf,
  timeDimension,
} from "#contract/dashboards/catalogue.ts";
import type { Query, QueryFilter } from "#contract/dashboards/page.ts";
import { type RangeName, rangeNames } from "#contract/dashboards/ranges.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}
interface Field {
  readonly name: string;
  readonly label: string;
}
/** What `list_sources` told. */
export interface Workspace {
  readonly sources: Readonly<Record<string, number | null>>;
  readonly agents: readonly Named[];
  readonly queues: readonly (Named & { readonly dimensions?: readonly Field[]; readonly measures?: readonly Field[] })[];
  readonly people: readonly Named[];
  readonly connections?: readonly (Named & { readonly tools?: readonly { readonly tool: string }[] })[];
  /** What was read of them, each under the name of its tool; the last read last. */
  readonly reads?: readonly (Named & { readonly dimensions?: readonly Field[]; readonly measures?: readonly Field[] })[];
}

/** A line cannot be followed: it names something that is not there. */
export class UnknownName extends Error {}

export interface ReadQuery {
  readonly query: Omit<Query, "name">;
  /** As in “Cases by month, split by rule”. */
  readonly title: string;
  /** As in “Cases in Expenses”: a figure has no other place that says its queue. */
  readonly labels: readonly string[];
}

const words = /\s+(split by|by|and|top|in|where)\s+/;
const rangeWords = new Map(rangeNames.map((name) => [name.replaceAll("_", " "), name]));
const grainOf = (word: string) => grains.find((grain) => grain === word);

/**
 * Reads `count, failed of cases by month split by rule top 5 in "Invoice findings" where state is open last 30 days`. Names are those of the catalogue and
 * of the workspace. Throws {@link UnknownName}: what is not there is said, and never guessed.
 */
export function readQuery(text: string, workspace: Workspace): ReadQuery {
  const { rest, range } = cutRange(text);
  const [, measured = "", sourceWord = "", tail = ""] = /^(.+?)\s+of\s+(\w+)(.*)$/.exec(rest) ?? [];
  const source = sourceNames.find((name) => name === sourceWord.toLowerCase());
  if (!measured) throw new UnknownName(`“${text}” is not of the form “count of runs by day”`);
  if (!source) throw new UnknownName(`There is no source “${sourceWord}”. There are: ${sourceNames.join(", ")}`);
  const parts = partsOf(tail);
  const queue = queueOf(parts, source, [...listed(measured), ...dimensionsOf(parts)], workspace);
  const measures = listed(measured).map((name) => requireName("measure", name, measureNames(source, queue), source));
  let grain: Grain | undefined;
  const by = dimensionsOf(parts).map((word) => {
    grain ??= grainOf(word.toLowerCase());
    if (grainOf(word.toLowerCase()) || word.toLowerCase() === timeDimension) return { name: timeDimension, label: word.toLowerCase() };
    return requireName("dimension", word, dimensionNames(source, queue), source);
  });
  const filters = [
    ...(queue ? [{ by: fieldOwners[source] ?? "queue", kind: "is" as const, values: [queue.id] }] : []),
    ...parts.filter(({ word }) => word === "where").map(({ value }) => conditionOf(value, source, queue, workspace)),
  ];
  const top = parts.find(({ word }) => word === "top");
  if (top && !/^([1-9]|[1-4]\d|50)$/.test(top.value)) throw new UnknownName(`“top ${top.value}” is not a number from 1 to 50`);
  return {
    query: {
      source,
      measures: measures.map(({ name }) => name),
      by: by.map(({ name }) => name),
      filters,
      ...(grain && { grain }),
      ...(top && { top: Number(top.value) }),
      ...(range && { range }),
    },
    title: titleOf(source, measures, by, queue),
    labels: measures.map(({ label }) => `${label}${placeOf(source, queue)}`),
  };
}

/** The range that a text is, or ends with. */
export function rangeOf(text: string): RangeName | undefined {
  return rangeWords.get(text.trim().toLowerCase());
}

function cutRange(text: string): { rest: string; range: RangeName | undefined } {
  for (const [said, range] of rangeWords) {
    const at = text.length - said.length;
    if (at > 0 && text.slice(at).toLowerCase() === said && /\s$/.test(text.slice(0, at))) return { rest: text.slice(0, at).trim(), range };
  }
  return { rest: text.trim(), range: undefined };
}

interface Part {
  readonly word: string;
  readonly value: string;
}

/** The words behind a source, each with what follows it; in quotes a name may hold such words. */
function partsOf(tail: string): Part[] {
  const quoted: string[] = [];
  const masked = tail.replaceAll(/"([^"]*)"/g, (_, inside: string) => `\u0001${quoted.push(inside) - 1}\u0001`);
  const pieces = ` ${masked.trim()} `.split(words);
  if (pieces[0]?.trim()) throw new UnknownName(`“${pieces[0].trim()}” does not belong there`);
  const parts: Part[] = [];
  for (let i = 1; i < pieces.length; i += 2) {
    const value = (pieces[i + 1] ?? "").trim().replaceAll(/\u0001(\d+)\u0001/g, (_, at: string) => quoted[Number(at)] ?? "");
    parts.push({ word: pieces[i] ?? "", value });
  }
  return parts;
}

const listed = (text: string) =>
  text
    .split(/\s*,\s*|\s+and\s+/)
    .map((each) => each.trim())
    .filter(Boolean);
const dimensionsOf = (parts: readonly Part[]) => parts.filter(({ word }) => /by$|^and$/.test(word)).flatMap(({ value }) => listed(value));

type Queue = Workspace["queues"][number];

/** The queue that a query is about: the one that it names, or the only one that has a field of this name. Of connections, what was read last. */
function queueOf(
  parts: readonly Part[],
  source: SourceName,
  names: readonly string[],
  { queues, reads = [] }: Workspace,
): Queue | undefined {
  const named = parts.find(({ word }) => word === "in");
  if (source === "connections") {
    const found = reads.findLast(({ id, name }) => !named || same(id, named.value) || same(name, named.value));
    if (!found) throw new UnknownName(named ? `Nothing was read with “${named.value}”` : "Nothing was read of a connection yet");
    return found;
  }
  if (named) {
    const found = queues.filter(({ name }) => same(name, named.value));
    if (found.length !== 1)
      throw new UnknownName(`There ${found.length === 0 ? "is no queue" : "are several queues called"} “${named.value}”`);
    return found[0];
  }
  if (source !== "cases") return undefined;
  const other = names.find((name) => !known(name, source));
  const having = other === undefined ? [] : queues.filter((queue) => fieldsIn(queue).some((field) => fits(field, other)));
  if (having.length > 1)
    throw new UnknownName(`Several queues have “${other}”: ${having.map(({ name }) => name).join(", ")}. Add “in” and the name of one`);
  return having[0];
}

export const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
const fits = ({ name, label }: Field, word: string) =>
  same(name, word) || same(label, word) || same(name, word.replaceAll(" ", "_")) || same(name, `${fieldPrefix}${word}`);
const fieldsIn = ({ dimensions = [], measures = [] }: Queue) => [...dimensions, ...measures];
const known = (word: string, source: SourceName) =>
  grainOf(word.toLowerCase()) !== undefined || [...measureNames(source), ...dimensionNames(source)].some((field) => fits(field, word));

function measureNames(source: SourceName, queue?: Queue): Field[] {
  return [...Object.entries(sourceOf(source)?.measures ?? {}).map(([name, { label }]) => ({ name, label })), ...(queue?.measures ?? [])];
}

function dimensionNames(source: SourceName, queue?: Queue): Field[] {
  const own = Object.entries(sourceOf(source)?.dimensions ?? {}).map(([name, { label }]) => ({ name, label }));
  return [...own, { name: timeDimension, label: "Time" }, ...(Object.hasOwn(fieldOwners, source) ? (queue?.dimensions ?? []) : [])];
}

function requireName(what: "measure" | "dimension", word: string, among: readonly Field[], source: SourceName): Field {
  const found = among.find((field) => fits(field, word));
  if (found) return found;
  throw new UnknownName(`${source} has no ${what} “${word}”. It has: ${among.map(({ name }) => name.replace(fieldPrefix, "")).join(", ")}`);
}

function conditionOf(text: string, source: SourceName, queue: Queue | undefined, workspace: Workspace): QueryFilter {
  const [, word = "", not, given = ""] = /^(.+?)\s+is\s+(not\s+)?(.+)$/.exec(text) ?? [];
  if (!word) throw new UnknownName(`“where ${text}” is not of the form “where status is failed”`);
  const { name, label } = requireName("dimension", word, dimensionNames(source, queue), source);
  const {
    of,
    words: said,
    open,
  }: { of?: string; words?: Readonly<Record<string, string>>; open?: true } = sourceOf(source)?.dimensions[name] ?? {};
  const ids: Record<string, readonly Named[]> = { agent: workspace.agents, queue: workspace.queues, person: workspace.people };
  const values = listed(given).map((value) => {
    if (of) {
      const found = (ids[of] ?? []).filter((each) => same(each.name, value));
      if (found.length === 1 && found[0]) return found[0].id;
      throw new UnknownName(`There is no ${label.toLowerCase()} “${value}”`);
    }
    const found = Object.entries(said ?? {}).find(([key, shown]) => same(key, value) || same(shown, value));
    if (found) return found[0];
    if (said && !open) throw new UnknownName(`${label} has no value “${value}”. It has: ${Object.keys(said).join(", ")}`);
    return value;
  });
  return { by: name, kind: not ? "is_not" : "is", values };
}

function titleOf(source: SourceName, measures: readonly Field[], by: readonly Field[], queue: Queue | undefined): string {
  const what = measures.map(({ label }, i) => (i === 0 ? label : label.toLowerCase())).join(", ");
  const spelled = by.map(({ label }) => label.toLowerCase());
  const [first, second] = spelled;
  const split = second === undefined ? "" : `, split by ${second}`;
  return `${what}${first === undefined ? "" : ` by ${first}`}${split}${placeOf(source, queue)}`.slice(0, 120);
}

function placeOf(source: SourceName, queue: Queue | undefined): string {
  return queue && source === "cases" ? ` in ${queue.name}` : "";
}
