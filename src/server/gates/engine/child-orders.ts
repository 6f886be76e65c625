import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { SQL } from "drizzle-orm";
import fc from "fast-check";
import { terminalStatuses } from "#contract/runs/run.ts";
import { newId, storeNow } from "#server/platform/db/columns.ts";
import { resumeInTurn, resumeParent } from "#server/engine/tools/child-runs.ts";
import { claimRuns } from "#server/engine/claims/claim-runs.ts";
import { register } from "#server/engine/claims/liveness.ts";
import { lockRun, openCalls, writeHeld, writeRun } from "#server/engine/log/run-log.ts";
import type { ClaimedRun, HeldRun, MessageRecord } from "#server/engine/log/run-record.ts";
import { noSecrets } from "#server/engine/secrets/exported.ts";
import { afterEvent } from "#server/engine/run-state.ts";
import { type DelegateCall, delegate } from "#server/engine/log/tool-ends.ts";
import { peerTools } from "#server/agents/revisions/peer-tools.ts";
import type { ToolContext } from "#server/engine/tools/tool.ts";
import { insertRun } from "#server/runs/runs/runs.store.ts";
import { scripted } from "#server/testing/agents.ts";
import type { BareStore } from "#server/testing/bare-store.ts";

const step = fc.record({
  child: fc.nat(5),
  calls: fc.integer({ min: 1, max: 3 }),
  act: fc.constantFrom("turn", "turn", "turn while they end", "end", "end", "end", "stop", "end unheard", "write", "write", "sweep"),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/**
 * Random orders of a run that asks others, those that end, are stopped or go on because a person writes to them, and processes that die before
 * they could say so. A run never waits without one whose answer it lacks, and gets each answer once.
 */
export function childOrders(store: BareStore): fc.IAsyncProperty<[Step[]]> {
  let agent: Promise<string> | undefined;
  return fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
    const family = await Family.begin(store, await (agent ??= store.agent(scripted("say Done"))));
    for (const each of steps) await family.take(each);
    await family.end();
  });
}

interface Child {
  readonly id: string;
  readonly call: string;
  readonly answered: boolean;
  readonly active: boolean;
}

class Family {
  private readonly store: BareStore;
  private readonly parentId: string;
  private readonly workerId: string;
  private readonly agentId: string;
  /** What the worker holds, by id. */
  private readonly held = new Map<string, HeldRun>();
  /** One ended without anybody hearing of it: the parent may wait until the next sweep. */
  private unheard = false;
  private asked = 0;

  private constructor(store: BareStore, agentId: string, parentId: string, workerId: string) {
    this.store = store;
    this.agentId = agentId;
    this.parentId = parentId;
    this.workerId = workerId;
  }

  static async begin(store: BareStore, agentId: string): Promise<Family> {
    const { run } = await insertRun(store.services.store.db, { teamId: store.teamId, agentId, userId: store.ids.owner, source: "api" });
    const workerId = newId();
    await store.pool.query(register, [workerId, "here", process.pid, "0", 3_600, null, null]);
    return new Family(store, agentId, run.id, workerId);
  }

  async take({ child: which, calls, act }: Step): Promise<void> {
    const children = await this.children();
    const child = children[which % Math.max(1, children.length)];
    if (act === "turn") await this.turn(calls);
    else if (act === "turn while they end") await this.turn(calls, true);
    else if (act === "end" && child) await this.close(child, "complete");
    else if (act === "stop" && child) await this.close(child, "stop");
    else if (act === "end unheard" && child) await this.close(child, "complete", false);
    else if (act === "write" && child) await this.write(child);
    else if (act === "sweep") await this.sweep();
    await this.check();
  }

  /** Everything comes to its end by what each end says: nobody has to look. */
  async end(): Promise<void> {
    if (this.unheard) await this.sweep();
    for (let left = 20; left > 0; left--) {
      await this.turn(0);
      const children = await this.children();
      await this.endAll();
      await this.check();
      if (children.every(({ answered }) => answered)) break;
    }
    const { rows } = await this.store.pool.query(
      `select tool_call_id as call, count(*)::int as n from run_messages where run_id = $1 and type = 'tool_result' group by 1 order by 1`,
      [this.parentId],
    );
    const calls = (await this.children()).map(({ call }) => ({ call, n: 1 }));
    deepStrictEqual(rows, calls, "each call has one answer");
    await this.store.pool.query("update runs set status = 'interrupted', worker_id = null where id = $1 or parent_run_id = $1", [
      this.parentId,
    ]);
  }

  /** The worker takes what is due; the parent then goes on: with answers that are there, or by asking others. */
  private async turn(calls: number, theyEnd = false): Promise<void> {
    const { rows } = await this.store.pool.query<ClaimedRun>(claimRuns, [16, this.workerId, false, [], []]);
    for (const row of rows) this.held.set(row.id, { ...row, secrets: noSecrets });
    const parent = this.held.get(this.parentId);
    if (!parent) return;
    const { db } = this.store.services.store;
    let open = await openCalls(db, [this.parentId]);
    if (open.length === 0 && calls > 0) {
      for (let i = 0; i < calls; i++) await writeHeld(db, parent, {}, [this.call()]);
      open = await openCalls(db, [this.parentId]);
    }
    if (open.length === 0) return;
    const services = theyEnd ? this.interrupted(() => this.endAll()) : this.store.services;
    if (await delegate(services, this.context(parent), this.delegated(open))) this.held.delete(this.parentId);
  }

  /** The same services, but that something else happens before the worker's next write. */
  private interrupted(meanwhile: () => Promise<void>): BareStore["services"] {
    const { services } = this.store;
    const { db } = services.store;
    let happened: Promise<void> | undefined;
    const execute = async (query: SQL) => {
      await (happened ??= meanwhile());
      return db.execute(query);
    };
    return { ...services, store: { ...services.store, db: Object.create(db, { execute: { value: execute } }) as typeof db } };
  }

  private async endAll(): Promise<void> {
    for (const child of await this.children()) if (child.active) await this.close(child, "complete");
  }

  private call() {
    const id = `call_${String(++this.asked).padStart(3, "0")}`;
    const tool_arguments = { agent: this.agentId, message: id };
    return { type: "tool_call", role: "assistant", tool_call_id: id, tool_name: "ask_agent", tool_arguments } as const;
  }

  private context(run: HeldRun): ToolContext {
    return { services: this.store.services, run, files: [], skills: [], signal: AbortSignal.any([]) } as unknown as ToolContext;
  }

  private delegated(open: readonly MessageRecord[]): DelegateCall[] {
    const [tool] = peerTools({ subAgents: [{ id: this.agentId, name: "Other" }] });
    if (tool?.effect !== "delegate") throw new Error("Agents are asked by a tool that delegates.");
    return open.map((call) => ({ call, tool }));
  }

  private async close(child: Child, event: "complete" | "stop", heard = true): Promise<void> {
    const { db } = this.store.services.store;
    const ended = await db.transaction(async (tx) => {
      const run = await lockRun(tx, child.id);
      // One that no worker has begun can only be stopped.
      const by = run && (afterEvent(run.status, event) ? event : afterEvent(run.status, "stop") ? "stop" : undefined);
      if (run && by) await writeRun(tx, run, { event: by, completed_at: storeNow, next_attempt_at: null });
      return by && run;
    });
    this.held.delete(child.id);
    if (ended && heard) await resumeParent(this.store.services, ended);
    else if (ended) this.unheard = true;
  }

  /** A person writes to one that was asked: if it had ended, it goes on. */
  private async write({ id }: Child): Promise<void> {
    await this.store.services.store.db.transaction(async (tx) => {
      const run = await lockRun(tx, id);
      if (run && !this.held.has(id)) await writeRun(tx, run, { event: "message", completed_at: null });
    });
  }

  private async sweep(): Promise<void> {
    await resumeInTurn(this.store.services)();
    this.unheard = false;
  }

  private async children(): Promise<Child[]> {
    const { rows } = await this.store.pool.query<Child>(
      `select id, parent_call_id as call, not (status = any($2)) as active, exists (select from run_messages m
         where m.run_id = $1 and m.type = 'tool_result' and m.tool_call_id = c.parent_call_id) as answered
       from runs c where parent_run_id = $1 order by parent_call_id`,
      [this.parentId, terminalStatuses],
    );
    return rows;
  }

  private async check(): Promise<void> {
    const { rows } = await this.store.pool.query<{ waits: boolean; worker: string | null; status: string }>(
      "select status, worker_id as worker, worker_id is null and due_at is null as waits from runs where id = $1",
      [this.parentId],
    );
    const [parent] = rows;
    if (!parent) throw new Error("The parent is there.");
    strictEqual(parent.worker, this.held.has(this.parentId) ? this.workerId : null);
    if (!parent.waits || this.unheard) return;
    ok(
      (await this.children()).some(({ answered, active }) => active && !answered),
      "a run waits only for one whose answer it lacks",
    );
  }
}
