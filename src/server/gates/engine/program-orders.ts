import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { newId } from "#server/platform/db/columns.ts";
import { openCallRecord } from "#server/engine/log/call-record.ts";
import type { CallRecord } from "#server/engine/log/recorded-call.ts";
import { type CallingRun, answerCall } from "#server/engine/program/code-calls.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import type { HeldRun, RunRecord } from "#server/engine/log/run-record.ts";
import { noSecrets } from "#server/engine/secrets/exported.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { partsOf } from "#server/engine/area.ts";
import { areas } from "#server/areas.ts";
import { insertRun } from "#server/runs/runs/runs.store.ts";
import { python } from "#server/testing/agents.ts";
import type { BareStore } from "#server/testing/bare-store.ts";

const { programCalls } = partsOf(areas);
const paths = ["a.md", "b.md"] as const;
const op = fc.record({ on: fc.constantFrom(...paths), does: fc.constantFrom("add", "add", "read", "list", "delete", "count", "log") });
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;
/** After so many calls the worker is taken for dead: before it makes one, once it was answered, or while it still makes it. */
const death = fc.record({ after: fc.nat(14), how: fc.constantFrom("before", "answered", "late") });
type Death = typeof death extends fc.Arbitrary<infer T> ? T : never;
const order = fc.tuple(fc.array(op, { minLength: 2, maxLength: 10 }), fc.array(death, { maxLength: 4 }));

/**
 * Random programs that read and change their agent's memory and a team file, and workers that die under them at any call. A program that
 * begins again is answered as before, and in the end everything is as if it had run once; a worker that lost it changes nothing.
 */
export function programOrders(store: BareStore): fc.IAsyncProperty<[[Op[], Death[]]]> {
  return fc.asyncProperty(order, async ([program, deaths]) => {
    const stage = await Stage.begin(store);
    const once = await runOf(program, pretended());
    for (const each of deaths) await stage.die(program, each);
    deepStrictEqual(await runOf(program, (method, params) => stage.call(method, params)), once);
    await stage.compare(program);
  });
}

type Call = (method: string, params: object) => Promise<unknown>;
class Died extends Error {}

/** What a program is answered, one entry a call; its adding is a read and a write of what was read and one. */
async function runOf(program: readonly Op[], call: Call): Promise<unknown[]> {
  const answers: unknown[] = [];
  const ask = async (method: string, params: object) => {
    const answer = await call(method, params).catch((error: unknown) => {
      if (error instanceof ToolError) return { refused: error.message };
      throw error;
    });
    answers.push(answer);
    return answer;
  };
  const numberIn = (answer: unknown) => Number((answer as { content?: string }).content ?? 0);
  for (const { on, does } of program) {
    if (does === "add") {
      const content = String(numberIn(await ask("memory.read", { path: on })) + 1);
      await ask("memory.write", { path: on, content, generation: null });
    } else if (does === "count") {
      const read = (await ask("files.read", { path: "count.txt" })) as { content?: string };
      const before = Number(Buffer.from(read.content ?? "", "base64").toString() || 0);
      await ask("files.write", { path: "count.txt", content: String(before + 1), encoding: "utf8" });
    } else if (does === "read") await ask("memory.read", { path: on });
    else if (does === "delete") await ask("memory.delete", { path: on });
    else if (does === "list") await ask("memory.list", {});
    else await ask("log", { message: on, fields: {} });
  }
  return answers.map(withoutTimes);
}

/** Generations and times differ from one run to another. */
function withoutTimes(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((file: { path: string }) => file.path).toSorted();
  const { generation: _, ...rest } = (answer ?? {}) as { generation?: string };
  return rest;
}

/** The same without a store: what one run that nobody kills is answered. */
function pretended(): Call {
  const memory = new Map<string, string>();
  const files = new Map<string, string>();
  return async (method, given) => {
    const { path = "", content = "" } = given as { path?: string; content?: string };
    switch (method) {
      case "memory.read":
        if (!memory.has(path)) throw new ToolError(`There is no memory file ${path}.`);
        return { path, content: memory.get(path) };
      case "memory.write":
        memory.set(path, content);
        return { path };
      case "memory.delete":
        if (!memory.delete(path)) throw new ToolError(`There is no memory file ${path}.`);
        return { path };
      case "memory.list":
        return [...memory.keys()].map((one) => ({ path: one }));
      case "files.read":
        if (!files.has(path)) throw new ToolError(`${path} is not among the declared files of this step.`);
        return { content: Buffer.from(files.get(path) ?? "").toString("base64"), encoding: "base64" };
      case "files.write":
        files.set(path, content);
        return { path };
      default:
        return null;
    }
  };
}

class Stage {
  private readonly store: BareStore;
  private run: HeldRun;
  private record: CallRecord | undefined;

  private constructor(store: BareStore, run: HeldRun) {
    this.store = store;
    this.run = run;
  }

  static async begin(store: BareStore): Promise<Stage> {
    const agentId = await store.agent(python("pass"));
    const { run } = await insertRun(store.services.store.db, { teamId: store.teamId, agentId, userId: store.ids.owner, source: "api" });
    await store.pool.query("delete from files where team_id = $1", [store.teamId]);
    const stage = new Stage(store, held(run));
    await stage.taken();
    return stage;
  }

  /** Another worker has the run from now on. */
  private async taken(): Promise<void> {
    const { rows } = await this.store.pool.query<RunRecord>(
      "update runs set status = 'running', lease = lease + 1, worker_id = $2 where id = $1 returning *",
      [this.run.id, newId()],
    );
    if (rows[0]) this.run = held(rows[0]);
    this.record = undefined;
  }

  /** Begins the program, whose worker dies under it. Nothing that the worker does afterwards is stored. */
  async die(program: readonly Op[], { after, how }: Death): Promise<void> {
    let made = 0;
    const dying: Call = async (method, params) => {
      if (made++ < after) return this.call(method, params);
      if (how === "answered") await this.call(method, params).catch(ignoreRefusal);
      if (how !== "late") throw new Died();
      const late = { run: this.run, record: await this.opened() };
      await this.taken();
      const before = await this.stored();
      await this.callAs(late, method, params).then(
        () => undefined,
        (error: unknown) => ok(error instanceof ToolError || isLost(error), String(error)),
      );
      deepStrictEqual(await this.stored(), before, "a worker that lost its run changes nothing");
      throw new Died();
    };
    await runOf(program, dying).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
    await this.taken();
  }

  async call(method: string, params: object): Promise<unknown> {
    return this.callAs({ run: this.run, record: await this.opened() }, method, params);
  }

  private async opened(): Promise<CallRecord> {
    const { store } = this.store.services;
    return (this.record ??= await openCallRecord({ store, inTurn: (write) => write() }, this.run, { begun: true }));
  }

  private callAs(by: Pick<CallingRun, "run" | "record">, method: string, params: object): Promise<unknown> {
    const job = { ...by, files: ["count.txt"], attached: new Map<string, string>(), log: () => undefined };
    return answerCall({ ...this.store.services, programCalls }, job, { method, params } as never);
  }

  private async stored(): Promise<unknown> {
    const { rows } = await this.store.pool.query(
      `select (select json_agg(m order by path) from memory_files m where agent_id = $1) as memory,
         (select json_agg(f order by path) from files f where team_id = $2) as files,
         (select json_agg(c order by position) from program_calls c where run_id = $3) as calls`,
      [this.run.agent_id, this.store.teamId, this.run.id],
    );
    return rows[0];
  }

  /** What lies in the store is what the program once changed, and its record has no gaps. */
  async compare(program: readonly Op[]): Promise<void> {
    const call = pretended();
    await runOf(program, call);
    const wanted: Record<string, unknown> = {};
    for (const path of paths) wanted[path] = ((await call("memory.read", { path }).catch(ignoreRefusal)) as { content?: string })?.content;
    const { rows } = await this.store.pool.query("select path, content from memory_files where agent_id = $1", [this.run.agent_id]);
    const found: Record<string, unknown> = Object.fromEntries(paths.map((path) => [path, undefined]));
    for (const { path, content } of rows) found[path] = content;
    deepStrictEqual(found, wanted);
    const { rows: calls } = await this.store.pool.query("select position from program_calls where run_id = $1 order by 1", [this.run.id]);
    strictEqual(
      calls.every(({ position }, i) => position === i),
      true,
      "positions are from 0 without gaps",
    );
  }
}

function held(run: RunRecord): HeldRun {
  return { ...run, secrets: noSecrets } as HeldRun;
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof ToolError)) throw error;
}

/** What fails inside is for the log; its cause says why. */
const isLost = (error: unknown) => error instanceof LeaseLost || (error as Error).cause instanceof LeaseLost;
