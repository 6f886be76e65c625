import { playScenes } from "./model-scenes.cases.ts";
import { scenes } from "./scenes.cases.ts";

playScenes(scenes);
