import type { EngineServices } from "#server/engine/services.ts";
import { createSlots } from "#server/engine/claims/slots.ts";

/** What one run's program is served with. */
export interface ProgramServices extends EngineServices {
  /** The run's writes, one after the other: each locks the run's row, and none is to hold a connection while it waits for that. */
  readonly inTurn: <T>(write: () => Promise<T>) => Promise<T>;
}

/** The same services on the connections that programs have for themselves: however much they call, requests and leases have theirs. */
export function forProgram(services: EngineServices, signal: AbortSignal): ProgramServices {
  const turn = createSlots(1);
  const store = { ...services.store, db: services.store.programs, pool: services.store.programs.$client };
  return { ...services, store, inTurn: (write) => turn.use(write, signal) };
}
