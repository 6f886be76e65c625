import type { TurnStep } from "#contract/dashboards/dashboard.ts";
import type { Block, Page } from "#contract/dashboards/page.ts";
import { isEmptyAnswer } from "#server/dashboards/answers/is-empty.ts";
import { toldAnswer } from "./answer-words.ts";
import { blockFaults } from "./block-faults.ts";
import { moveBlock, putBlock, queriesOf, removeBlock, requireBlock, setPage } from "./edit-page.ts";
import { readConnection } from "./turn-connections.ts";
import { findingsOf } from "./self-check.ts";
import { type TurnReader, listSources, readAnswers, requireQuery } from "./turn-reading.ts";
import { type TurnCall, turnCalls } from "./turn-tools.ts";
import { WrongCall, readArguments } from "./wrong-call.ts";

/** What a call came to: its result for the model, the page after it, and what people see of it. */
interface Came {
  readonly value: unknown;
  readonly page: Page;
  readonly step?: TurnStep;
}

type Carry = (reader: TurnReader, page: Page, given: unknown) => Promise<Came>;

const typeWords: Readonly<Record<Block["type"], string>> = {
  stats: "Key figures",
  columns: "Columns",
  lines: "Lines",
  bars: "Bars",
  heat: "Grid",
  table: "Table",
  text: "Text",
};

/** Each call by itself: it is checked against contract and catalogue, and changes what it names, or nothing. Throw {@link WrongCall}. */
export const carryOut: Readonly<Record<TurnCall, Carry>> = {
  async list_sources(reader, page, given) {
    const { queue_id } = readArguments(turnCalls.list_sources, given);
    return {
      value: await listSources(reader, page, queue_id),
      page,
      step: { kind: "sources", detail: "Looked at what the workspace has" },
    };
  },

  async read_connection(reader, page, given) {
    return { ...(await readConnection(reader.connections, given)), page };
  },

  async try_query(reader, page, given) {
    const { query } = readArguments(turnCalls.try_query, given);
    await requireQuery(reader, page, query);
    const { answers, faults, scope } = await readAnswers(reader, page, [query]);
    const [answer] = answers;
    if (!answer) throw new WrongCall(faults[0]?.says ?? "This query was not answered");
    const what = [query.measures.join(", "), ...(query.by.length > 0 ? [`by ${query.by.join(" and ")}`] : [])].join(" ");
    return { value: { ...toldAnswer(answer), scope }, page, step: { kind: "tried", detail: `${query.source}: ${what}` } };
  },

  async set_page(reader, page, given) {
    const next = setPage(page, readArguments(turnCalls.set_page, given));
    for (const query of next.queries) await requireQuery(reader, next, query, [query.name]);
    const { title, range, zone, parameters } = next;
    return { value: { title, range, zone, parameters }, page: next };
  },

  async put_block(reader, page, given) {
    const { block, queries = [], before } = readArguments(turnCalls.put_block, given);
    const { page: next, put } = putBlock(page, block, queries, before);
    const used = next.queries.filter(({ name }) => queriesOf(block).includes(name));
    const unused = queries.filter(({ name }) => !queriesOf(block).includes(name)).map(({ name }) => name);
    if (unused.length > 0) throw new WrongCall(`The block does not use ${unused.join(" and ")}. Leave it out`);
    for (const query of used) await requireQuery(reader, next, query, ["queries", query.name]);
    const [fault] = blockFaults(block, next);
    if (fault !== undefined) throw new WrongCall(fault);
    const { answers, faults } = await readAnswers(reader, next, used);
    if (faults.length > 0) throw new WrongCall(faults.map(({ name, says }) => `${name}: ${says}`).join("\n"));
    const empty = answers.filter(isEmptyAnswer).map(({ name }) => name);
    return {
      value: {
        [put]: block.id,
        answers: Object.fromEntries(answers.map((answer) => [answer.name, toldAnswer(answer)])),
        ...(empty.length > 0 && { empty: `${empty.join(" and ")}: nothing to show in this range` }),
      },
      page: next,
      step: { kind: put, block: block.id, title: block.title, detail: typeWords[block.type] },
    };
  },

  async move_block(_, page, given) {
    const { id, before } = readArguments(turnCalls.move_block, given);
    const { title, type } = requireBlock(page, id);
    const next = moveBlock(page, id, before);
    return {
      value: { order: next.blocks.map((block) => block.id) },
      page: next,
      step: { kind: "moved", block: id, title, detail: typeWords[type] },
    };
  },

  async remove_block(_, page, given) {
    const { id } = readArguments(turnCalls.remove_block, given);
    const { title, type } = requireBlock(page, id);
    return { value: { removed: id }, page: removeBlock(page, id), step: { kind: "removed", block: id, title, detail: typeWords[type] } };
  },

  async look_at_page(reader, page, given) {
    readArguments(turnCalls.look_at_page, given);
    const { answers, faults } = await readAnswers(reader, page);
    return {
      value: {
        title: page.title,
        range: page.range,
        blocks: page.blocks.map(({ id, type, title, width }) => ({ id, type, title, width })),
        answers: Object.fromEntries(answers.map((answer) => [answer.name, toldAnswer(answer)])),
        findings: findingsOf(page, { answers, faults }),
      },
      page,
      step: { kind: "checked", detail: "Looked at the page" },
    };
  },
};
