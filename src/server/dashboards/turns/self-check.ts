import type { PageAnswers, QueryAnswer } from "#contract/dashboards/answers.ts";
import type { Block, Page } from "#contract/dashboards/page.ts";
import { isEmptyAnswer } from "#server/dashboards/answers/is-empty.ts";
import { blockFaults } from "./block-faults.ts";
import { queriesOf } from "./edit-page.ts";

/** What is wrong with a block of a page as its readers see it. */
export interface Finding {
  readonly block: string;
  readonly title: string;
  /** A sentence for the model and for people. */
  readonly says: string;
}

/** Whether each query ran, and whether each block shows something. */
export function findingsOf(page: Page, { answers, faults }: Pick<PageAnswers, "answers" | "faults">): Finding[] {
  const answered = new Map(answers.map((answer) => [answer.name, answer]));
  const failed = new Map(faults.map(({ name, says }) => [name, says]));
  return page.blocks.flatMap((block) => {
    const says = [...new Set([...blockFaults(block, page), ...queriesOf(block).flatMap((name) => failed.get(name) ?? [])])];
    const told = says.length > 0 ? says : blankIn(block, answered);
    return told.map((each) => ({ block: block.id, title: block.title, says: each }));
  });
}

function blankIn(block: Block, answered: ReadonlyMap<string, QueryAnswer>): string[] {
  const missing = queriesOf(block).filter((name) => !answered.has(name));
  if (missing.length > 0) return ["It was not counted"];
  if (block.type === "text") return unbound(block, answered);
  const shown = [...new Set(queriesOf(block))].flatMap((name) => answered.get(name) ?? []);
  return shown.every(isEmptyAnswer) ? ["It has nothing to show in its range"] : [];
}

function unbound({ pieces }: Extract<Block, { type: "text" }>, answered: ReadonlyMap<string, QueryAnswer>): string[] {
  return pieces.flatMap((piece) => {
    if (!("query" in piece)) return [];
    const answer = answered.get(piece.query);
    const row = answer?.rows[piece.row] ?? (answer?.by.length === 0 && piece.row === 0 ? answer.total : undefined);
    if (!answer || !row) return [`Row ${piece.row} of ${piece.query} does not exist`];
    const at = answer.measures.indexOf(piece.field);
    return at >= 0 && row.values[at] === null ? [`${piece.query} has no ${piece.field} in row ${piece.row}`] : [];
  });
}

/** What a turn ends with, where it could not be mended. */
export function namedFindings(findings: readonly Finding[]): string {
  return findings.map(({ title, says }) => `“${title}”: ${says}.`).join("\n");
}

/** The check of a page as one line. What was found is said once, by {@link namedFindings}. */
export function checkWords(blocks: number, findings: readonly Finding[]): string {
  const good = blocks - new Set(findings.map(({ block }) => block)).size;
  if (blocks === 1) return good === 1 ? "The block has data" : "The block has no data";
  if (good === blocks) return `All ${blocks} blocks have data`;
  return good === 0 ? `None of the ${blocks} blocks has data` : `${good} of ${blocks} blocks ${good === 1 ? "has" : "have"} data`;
}
