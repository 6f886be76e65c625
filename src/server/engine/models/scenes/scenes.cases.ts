import { endScenes } from "./end.cases.ts";
import type { Scene } from "./scene.cases.ts";
import { stateScenes } from "./state.cases.ts";
import { streamScenes } from "./stream.cases.ts";
import { writtenScenes } from "./written.cases.ts";

export const scenes: readonly Scene[] = [...stateScenes, ...writtenScenes, ...streamScenes, ...endScenes];
