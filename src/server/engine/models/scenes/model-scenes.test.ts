import { playScenes } from "./model-scenes.cases.ts";
import { scenes } from "./scenes.cases.ts";

playScenes(scenes.filter((_, i) => i % 4 === 0));
