import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { isHeld, isTerminal } from "#server/engine/run-state.ts";
import { claimRuns } from "#server/engine/claims/claim-runs.ts";
import { heldBy, pairsOf, release } from "#server/engine/claims/lease-sql.ts";
import type { Leased } from "#server/engine/claims/lease-loop.ts";
import { prolong, register } from "#server/engine/claims/liveness.ts";
import { LeaseLost, lockRun, writeHeld, writeRun } from "#server/engine/log/run-log.ts";
import type { RunPatch } from "#server/engine/log/run-record.ts";
import { noSecrets } from "#server/engine/secrets/exported.ts";
import { type WorkerEvent } from "#server/engine/run-state.ts";
import { newId, storeNow } from "#server/platform/db/columns.ts";
import { insertRun } from "#server/runs/runs/runs.store.ts";
import type { BareStore } from "#server/testing/bare-store.ts";
import type { RunStatus } from "#contract/runs/run.ts";
import type { Step } from "./worker-steps.ts";

interface ModelRun {
  readonly id: string;
  status: RunStatus;
  lease: number;
  worker: string | null;
  due: boolean;
}
interface ModelWorker {
  id: string;
  alive: boolean;
  /** What it believes to hold. */
  held: Leased[];
  /** What it ever took, under any id: it may come back late to each. */
  readonly ever: Leased[];
}

const leaseSeconds = 15;
/** Longer than an order takes: a worker dies only where the order says so. */
const aliveSeconds = 3_600;

/** What the store has to hold after each step, and the steps themselves. */
export class WorkerModel {
  private readonly store: BareStore;
  private readonly runs: ModelRun[] = [];
  private readonly workers: ModelWorker[] = [];

  private constructor(store: BareStore) {
    this.store = store;
  }

  static async begin(store: BareStore, agents: readonly string[]): Promise<WorkerModel> {
    const model = new WorkerModel(store);
    await store.pool.query("delete from workers");
    for (let i = 0; i < 8; i++) {
      const agentId = agents[i % agents.length] ?? "";
      const { run } = await insertRun(store.services.store.db, { teamId: store.teamId, agentId, userId: store.ids.owner, source: "api" });
      model.runs.push({ id: run.id, status: "pending", lease: 0, worker: null, due: true });
    }
    for (let i = 0; i < 3; i++) model.workers.push(await model.born());
    return model;
  }

  /** Nothing of it is taken by the next order. */
  async end(): Promise<void> {
    await this.store.pool.query(
      "update runs set status = 'interrupted', worker_id = null where status not in ('completed', 'interrupted')",
    );
  }

  async take({ worker: at, run: which, limit, act }: Step): Promise<void> {
    const worker = this.workers[at];
    if (!worker) throw new Error("There are three workers.");
    const run = this.runs[which % this.runs.length];
    const late = worker.ever[which % Math.max(1, worker.ever.length)];
    if (act === "claim" || act === "lose the answer") await this.claim(worker, limit, act === "claim");
    else if (act === "claim beside a lock" && run) await this.beside(run, worker, limit);
    else if (act === "beat") await this.beat(worker);
    else if (act === "die") await this.die(worker);
    else if (act === "look") await this.look(worker);
    else if (act === "write late") await this.writeLate(which);
    else if (act === "write" && late) await this.write(late, {});
    else if (act === "complete" && late) await this.write(late, { event: "complete", completed_at: storeNow });
    else if (act === "fault" && late) await this.write(late, { event: "fault", next_attempt_at: storeNow });
    else if (act === "wait for others" && late) await this.write(late, { worker_id: null });
    else if (act === "resume" && run) await this.resume(run);
    else if (act === "stop" && run) await this.stop(run);
    await this.compare();
  }

  private async born(former?: string): Promise<ModelWorker> {
    const id = newId();
    await this.store.pool.query(register, [id, "here", process.pid, "0", aliveSeconds, former, null]);
    return { id, alive: true, held: [], ever: [] };
  }

  /** A process that is taken for dead finds out by its next beat, stops its work and goes on under another id. */
  private async beat(worker: ModelWorker): Promise<void> {
    const { rowCount } = await this.store.pool.query(prolong, [worker.id, aliveSeconds, null]);
    strictEqual(rowCount, worker.alive ? 1 : 0, "only the living prolong their lives");
    if (worker.alive) return;
    const { ever } = worker;
    const again = await this.born(worker.id);
    Object.assign(worker, { id: again.id, alive: true, held: [] });
    ok(worker.ever === ever);
  }

  private async die(worker: ModelWorker): Promise<void> {
    await this.store.pool.query("update workers set alive_until = now() - make_interval(secs => $2) where id = $1", [
      worker.id,
      leaseSeconds,
    ]);
    worker.alive = false;
  }

  private isFree = (run: ModelRun) =>
    run.due || (run.worker !== null && isHeld(run.status) && !this.workers.some(({ id, alive }) => alive && id === run.worker));

  private async claim(worker: ModelWorker, limit: number, arrives: boolean, locked?: ModelRun): Promise<void> {
    const free = this.runs.filter((run) => run !== locked && this.isFree(run));
    const { rows } = await this.store.pool.query<Leased>(claimRuns, [limit, worker.id, false, [], []]);
    strictEqual(rows.length, worker.alive ? Math.min(limit, free.length) : 0, "the living take what is free, up to their limit");
    for (const { id, lease } of rows) {
      const run = free.find((one) => one.id === id);
      if (!run) throw new Error("A run was taken that was not free.");
      Object.assign(run, { status: "running", lease: run.lease + 1, worker: worker.id, due: false });
      strictEqual(lease, run.lease);
      worker.ever.push({ id, lease });
      if (arrives) worker.held.push({ id, lease });
    }
  }

  /** Somebody else holds a run's row: it is passed over, and no beat waits for it. */
  private async beside(run: ModelRun, worker: ModelWorker, limit: number): Promise<void> {
    const other = await this.store.pool.connect();
    try {
      await other.query("begin");
      await other.query("select from runs where id = $1 for update", [run.id]);
      await this.claim(worker, limit, true, run);
      await this.beat(worker);
    } finally {
      await other.query("rollback");
      other.release();
    }
  }

  /** What is held under this id and not worked on becomes due; what is worked on and was taken away ends. */
  private async look(worker: ModelWorker): Promise<void> {
    const { pool } = this.store;
    const { rows } = await pool.query<Leased>(heldBy("runs"), [worker.id]);
    const ours = this.runs.filter((run) => run.worker === worker.id && isHeld(run.status));
    deepStrictEqual(rows.map(nameOf).toSorted(), ours.map(nameOf).toSorted());
    worker.held = worker.held.filter((one) => rows.some((row) => nameOf(row) === nameOf(one)));
    const strays = rows.filter((row) => !worker.held.some((one) => nameOf(row) === nameOf(one)));
    await pool.query(release("runs"), [worker.id, ...pairsOf(strays)]);
    for (const run of ours) if (strays.some(({ id }) => id === run.id)) Object.assign(run, { worker: null, due: true });
  }

  private async write(late: Leased, patch: RunPatch & { event?: WorkerEvent }): Promise<void> {
    const run = this.runs.find(({ id }) => id === late.id);
    if (!run) throw new Error("Every worker holds runs of this order only.");
    const wrote = await writeHeld(this.store.services.store.db, { ...late, secrets: noSecrets }, patch).then(
      () => true,
      (error: unknown) => {
        if (error instanceof LeaseLost) return false;
        throw error;
      },
    );
    strictEqual(wrote, run.lease === late.lease && isHeld(run.status), "only who holds the lease writes");
    if (!wrote) return;
    if (patch.event === "complete") Object.assign(run, { status: "completed", worker: null, due: false });
    else if (patch.event === "fault") Object.assign(run, { status: "pending", worker: null, due: true });
    else if (patch.worker_id === null) run.worker = null;
  }

  /** Under a lease that somebody else took since. */
  private async writeLate(which: number): Promise<void> {
    const stale = this.workers
      .flatMap(({ ever }) => ever)
      .filter((one) => this.runs.some(({ id, lease }) => id === one.id && lease > one.lease));
    const late = stale[which % Math.max(1, stale.length)];
    if (late) await this.write(late, {});
  }

  /** As once all that a run asked for have ended. */
  private async resume(run: ModelRun): Promise<void> {
    if (run.worker !== null || !isHeld(run.status)) return;
    await this.store.pool.query("update runs set next_attempt_at = now() where id = $1", [run.id]);
    run.due = true;
  }

  private async stop(run: ModelRun): Promise<void> {
    if (isTerminal(run.status)) return;
    await this.store.services.store.db.transaction(async (tx) => {
      const stored = await lockRun(tx, run.id);
      if (stored) await writeRun(tx, stored, { event: "stop", completed_at: storeNow, next_attempt_at: null });
    });
    Object.assign(run, { status: "interrupted", worker: null, due: false });
  }

  private async compare(): Promise<void> {
    const { rows } = await this.store.pool.query(
      "select id, status, lease, worker_id as worker, due_at is not null as due from runs where id = any($1) order by id",
      [this.runs.map(({ id }) => id)],
    );
    deepStrictEqual(
      rows,
      this.runs.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }
}

const nameOf = ({ id, lease }: Leased) => `${id}:${lease}`;
