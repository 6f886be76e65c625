import { deepStrictEqual, ok } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { PoolClient } from "pg";
import { report } from "#server/testing/proof.ts";
import { random, seed } from "#server/testing/seed.ts";
import { startService } from "#server/testing/service.ts";
import { empty, ModelledProcess, type Move, type Outcome, seen } from "./modelled-process.cases.ts";
import { createWriter, type Writer } from "./modelled-writer.cases.ts";
import { type Action, after, type Process } from "./process-model.cases.ts";

const acts: readonly Move["act"][] = [
  ...([
    "save",
    "save",
    "save",
    "promote",
    "promote",
    "revert",
    "revert",
    "postprocess",
    "stop",
    "capture",
    "capture",
    "uncapture",
  ] as const),
  ...([
    "generate",
    "generate",
    "finish",
    "finish",
    "finish",
    "fail",
    "ask",
    "ask",
    "ask",
    "accept",
    "accept",
    "decline",
    "duplicate",
  ] as const),
];

/** Most orders have a version early. */
const first: readonly Move["act"][] = ["capture", "generate", "finish", "promote"];

/** A move that a person can think of: mostly at what there is, at times at what is gone. */
function moveIn(process: Process, n: number, length: number): Move {
  const draw = (most: number) => Math.floor(random() * most);
  const likely = random() < 0.8 ? first[n / 2] : process.under && random() < 0.4 ? "finish" : undefined;
  const act = n / 2 === length - 1 ? "delete" : (likely ?? acts[draw(acts.length)] ?? "stop");
  const one = process.versions[draw(process.versions.length)]?.id ?? 0;
  const version = random() < 0.1 ? draw(process.next) : one;
  const title = `Task ${n}`;
  switch (act) {
    case "save":
    case "ask":
      return { act, version, title };
    case "promote":
    case "revert":
    case "postprocess":
      return { act, version };
    case "accept":
    case "decline": {
      const open = process.edits.filter(({ status }) => status === "pending");
      const edits = open.length > 0 && random() < 0.9 ? open : process.edits;
      return { act, title: edits[draw(edits.length)]?.title ?? "" };
    }
    case "uncapture":
      return { act, capture: process.captures[draw(process.captures.length)] ?? draw(process.next) };
    case "finish":
      return process.under ? { act, title } : { act: "generate" };
    case "fail":
      return { act: process.under ? act : "generate" };
    default:
      return { act };
  }
}

interface Way {
  readonly process: Process;
  readonly outcomes: readonly Outcome[];
}

/** All that may come of moves at the same time: each order of what they do, one after the other. */
function waysOf(way: Way, left: readonly (readonly Action[])[]): Way[] {
  if (left.every((actions) => actions.length === 0)) return [way];
  return left.flatMap(([action, ...rest], i) => {
    if (!action) return [];
    const came = after(way.process, action);
    const refused = "refused" in came;
    const outcome: Outcome = { ...way.outcomes[i], ...(refused ? came : came.said !== undefined && { said: came.said }) };
    const next = { process: refused ? way.process : came.now, outcomes: way.outcomes.with(i, outcome) };
    return waysOf(next, left.with(i, refused ? [] : rest));
  });
}

function actionsOf(process: Process, move: Move): Action[] {
  if (move.act !== "ask") return [move];
  const from = process.versions.find(({ id }) => id === move.version)?.title ?? "";
  return [move, { act: "answer", version: move.version, title: move.title, from }];
}

/** Two that may not be made together: the end of one generation would be that of the next. */
const ends = (move: Move) => ["finish", "fail"].includes(move.act);
const apart = (a: Move, b: Move) => ends(a) && (ends(b) || ["generate", "postprocess"].includes(b.act));

export interface Orders {
  readonly sequences: number;
  readonly length: number;
  /** How many of the steps are two moves at the same time. */
  readonly together: number;
}

/** Random orders of what people do to a process: what the service answers and stores is what the model says. */
export async function takeOrders({ sequences, length, together }: Orders): Promise<void> {
  report(`TEST_SEED=${seed}`);
  const writer = createWriter();
  const service = await startService({ env: { MODEL_DEFAULT: "writer" }, engine: { models: { writer } } });
  const holder = await service.pool.connect();
  const count = { moves: 0, pairs: 0, refused: 0 };
  try {
    for (let i = 0; i < sequences; i++) await takeOrder(await ModelledProcess.create(service, writer), i);
  } finally {
    holder.release();
    await service.close();
  }
  report(`${sequences} orders of ${count.moves} moves, ${count.pairs} pairs of them at the same time; ${count.refused} were refused`);

  async function takeOrder(real: ModelledProcess, i: number): Promise<void> {
    let process = empty;
    const history: string[] = [];
    for (let n = 0; n < length; n++) {
      const moves = [moveIn(process, 2 * n, length)];
      if (random() < together) moves.push(moveIn(process, 2 * n + 1, length));
      const [a, b] = moves;
      if (a && b && (apart(a, b) || apart(b, a))) moves.pop();
      history.push(JSON.stringify(moves));
      const ways = waysOf(
        { process, outcomes: moves.map(() => ({})) },
        moves.map((move) => actionsOf(process, move)),
      );
      const outcomes = await (moves.length > 1 && random() < 0.5
        ? held(holder, real, moves)
        : Promise.all(moves.map((move) => real.make(move))));
      const stored = await real.stored();
      const way = ways.find((one) => isDeepStrictEqual([one.outcomes, seen(one.process)], [outcomes, stored]));
      const [likely] = ways;
      const where = `order ${i} of seed ${seed}: ${history.join(" ")}`;
      if (!way && likely) deepStrictEqual({ outcomes, stored }, { outcomes: likely.outcomes, stored: seen(likely.process) }, where);
      ok(way, where);
      process = way.process;
      real.know(process);
      if (!process.under) forget(writer, real);
      count.moves += moves.length;
      count.pairs += moves.length - 1;
      count.refused += outcomes.filter(({ refused }) => refused !== undefined).length;
    }
    // One that waits for its end would keep its place.
    if (process.under) await real.make({ act: "stop" });
  }
}

const forget = (writer: Writer, { name }: ModelledProcess) => writer.forget(name);

/** Makes moves while somebody else holds the process: all are under way before the first gets it. */
async function held(holder: PoolClient, real: ModelledProcess, moves: readonly Move[]): Promise<Outcome[]> {
  await holder.query("begin");
  await holder.query("select 1 from clarity_processes where id = $1 for update", [real.id]);
  const made: Promise<Outcome>[] = [];
  for (const [i, move] of moves.entries()) {
    let done = false;
    made.push(real.make(move).finally(() => (done = true)));
    for (let looks = 0; !done && looks < 100 && (await waiting(holder)) <= i; looks++) continue;
  }
  await holder.query("commit");
  return Promise.all(made);
}

async function waiting(holder: PoolClient): Promise<number> {
  const { rows } = await holder.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
}
