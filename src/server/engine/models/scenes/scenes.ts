import type { Scene } from "./scene.ts";
import { stateScenes } from "./state.cases.ts";

export const scenes: readonly Scene[] = [...stateScenes];
