import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "#api/client.ts";
import { patiently } from "#api/patiently.ts";
import { createCases } from "#contract/queues/cases.ts";
import { batchesOf, type ImportRow } from "./case-import.ts";

interface Batch {
  readonly rows: readonly ImportRow[];
  /** The same for every try, so that an answer that was lost doubles nothing. */
  readonly key: string;
}
export interface ImportState {
  readonly phase: "running" | "stopping" | "stopped" | "done";
  /** Cases that the service said it made. */
  readonly made: number;
  readonly total: number;
  /** What is not answered yet; the first one is on its way, or is what failed. */
  readonly rest: readonly Batch[];
  /** Why it stopped; absent where a person stopped it. */
  readonly error?: unknown;
}

/** Sends the rows one request after the other. It can be stopped between two of them, and goes on where it was. */
export function useCaseImport(queueId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>();
  const control = useRef<AbortController>(undefined);
  const stop = useRef(false);
  useEffect(() => () => control.current?.abort(), []);

  const run = async (begun: Omit<ImportState, "phase">) => {
    const { signal } = (control.current = new AbortController());
    let now = begun;
    stop.current = false;
    const show = (phase: ImportState["phase"], more: { error?: unknown } = {}) => {
      if (!signal.aborted) setState({ phase, made: now.made, total: now.total, rest: now.rest, ...more });
    };
    show("running");
    try {
      for (const batch of begun.rest) {
        if (stop.current) break;
        const input = { params: { queue_id: queueId }, body: { cases: batch.rows.map((row) => row.case) } };
        const send = () => call(createCases, input, { idempotencyKey: batch.key, signal });
        const { added_cases } = await patiently(send, { signal, again: 2 });
        now = { ...now, made: now.made + added_cases.length, rest: now.rest.slice(1) };
        show(stop.current ? "stopping" : "running");
      }
      show(now.rest.length === 0 ? "done" : "stopped");
    } catch (error) {
      show("stopped", { error });
    }
    for (const area of ["Cases", "Queues"]) void client.invalidateQueries({ queryKey: [area] });
  };
  return {
    state,
    start: (rows: readonly ImportRow[]) => {
      const rest = batchesOf(rows).map((batch) => ({ rows: batch, key: crypto.randomUUID() }));
      void run({ made: 0, total: rows.length, rest });
    },
    stop: () => {
      stop.current = true;
      setState((now) => now && { ...now, phase: "stopping" });
    },
    goOn: () => state && void run(state),
    reset: () => setState(undefined),
  };
}
