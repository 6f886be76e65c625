import { type Act, type NotationLine, readLine, type StepWords } from "./notation-line.ts";
import type { CapturedUnit } from "./story.ts";

export interface Said<T> {
  readonly is: T;
  readonly unit: string;
}
export interface Alternative {
  /** Null: otherwise. */
  readonly condition: string | null;
  readonly unit: string;
  readonly acts: Said<Act>[];
}
export type Block =
  | { readonly block: "step"; readonly number: number; readonly step: Said<StepWords>; readonly beside: Said<StepWords>[][] }
  | { readonly block: "choice"; readonly alternatives: Alternative[] }
  | { readonly block: "end"; readonly title: string | null; readonly unit: string };

/** What one witness wrote from a number 1 on, before its ways are followed. */
export interface Told {
  readonly captureId: string;
  readonly person: string | null;
  readonly blocks: Block[];
  start?: Said<string>;
}

/** A line that no rule reads. */
export interface UnreadLine {
  readonly unitId: string;
  readonly line: string;
}

export interface ToldPrograms {
  readonly told: readonly Told[];
  readonly lines: number;
  readonly unread: readonly UnreadLine[];
}

/**
 * Puts the lines of one capture together. People who tell together continue each other's list; a person who starts again with 1 tells it a second time, and
 * two who each start with 1 are two witnesses, whose lines may alternate.
 */
export function toldPrograms(units: readonly CapturedUnit[]): ToldPrograms {
  const reading = new Reading();
  for (const unit of units.toSorted((a, b) => a.ordinal - b.ordinal)) {
    for (const line of unit.text.split(/\r\n|[\n\r\u2028\u2029]/)) if (line.trim() !== "") reading.add(line, unit);
  }
  return {
    told: reading.told.filter(({ blocks }) => blocks.some(({ block }) => block !== "end")),
    lines: reading.lines,
    unread: reading.unread(),
  };
}

class Reading {
  lines = 0;
  readonly told: Told[] = [];
  readonly #unread: UnreadLine[] = [];
  readonly #jumps: { told: Told; number: number; line: UnreadLine }[] = [];
  readonly #of = new Map<string | null, Told>();
  #latest?: Told;

  add(line: string, unit: CapturedUnit): void {
    this.lines++;
    const read = readLine(line);
    if (!read || !this.#put(read, unit, line)) this.#unread.push({ unitId: unit.id, line: line.trim() });
  }

  /** With lines that go to a number that was never told. */
  unread(): UnreadLine[] {
    const numbers = (told: Told) => told.blocks.flatMap((block) => (block.block === "step" ? block.number : []));
    return [...this.#unread, ...this.#jumps.flatMap(({ told, number, line }) => (numbers(told).includes(number) ? [] : line))];
  }

  #put(read: NotationLine, unit: CapturedUnit, line: string): boolean {
    const first = read.form === "start" || (read.form === "step" && read.number === 1);
    const told = this.#toldFor(unit, first);
    const last = told.blocks.at(-1);
    if (last?.block === "end") return false;
    const jump = (act: Act) => {
      if (act.act === "go_to") this.#jumps.push({ told, number: act.number, line: { unitId: unit.id, line: line.trim() } });
    };
    switch (read.form) {
      case "start":
        told.start = { is: read.title, unit: unit.id };
        return true;
      case "end":
        told.blocks.push({ block: "end", title: read.title, unit: unit.id });
        return true;
      case "step":
        told.blocks.push({ block: "step", number: read.number, step: { is: read.step, unit: unit.id }, beside: [] });
        return true;
      case "if":
      case "otherwise": {
        const open = last?.block === "choice" && last.alternatives.at(-1)?.condition !== null ? last : undefined;
        if (!open && read.form === "otherwise") return false;
        const condition = read.form === "if" ? read.condition : null;
        const alternative = { condition, unit: unit.id, acts: [{ is: read.act, unit: unit.id }] };
        jump(read.act);
        if (open) open.alternatives.push(alternative);
        else told.blocks.push({ block: "choice", alternatives: [alternative] });
        return true;
      }
      case "beside":
        if (last?.block !== "step") return false;
        last.beside.push([{ is: read.step, unit: unit.id }]);
        return true;
      case "next":
        jump(read.act);
        return continueWay(last, { is: read.act, unit: unit.id });
      default:
        return read satisfies never;
    }
  }

  #toldFor({ captureId, person }: CapturedUnit, first: boolean): Told {
    const own = this.#of.get(person);
    const joined = first ? own : (own ?? this.#latest);
    const again = first && joined?.blocks.length !== 0;
    const told = joined && !again ? joined : { captureId, person, blocks: [] };
    if (told !== joined) this.told.push(told);
    this.#of.set(person, told);
    this.#latest = told;
    return told;
  }
}

/** Adds to the way that was opened last. Nothing follows an end or a jump. */
function continueWay(last: Block | undefined, next: Said<Act>): boolean {
  if (last?.block === "choice") {
    const acts = last.alternatives.at(-1)?.acts;
    const before = acts?.at(-1)?.is.act;
    if (!acts || before === "end" || before === "go_to") return false;
    acts.push(next);
    return true;
  }
  const branch = last?.block === "step" ? last.beside.at(-1) : undefined;
  if (!branch || next.is.act !== "step") return false;
  branch.push({ is: next.is.step, unit: next.unit });
  return true;
}
