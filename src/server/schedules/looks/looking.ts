import type { EngineServices } from "#server/engine/services.ts";

/** What looking at a connection needs. */
export type Looking = Pick<EngineServices, "config" | "store" | "clock" | "envelope" | "outbound" | "objects" | "live" | "log">;
