import { read } from "#api/query.ts";
import { getEngineState } from "#contract/runs/engine.ts";

export const engineRead = read(getEngineState, {}, { poll: true });
