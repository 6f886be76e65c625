import { playScenes } from "./model-scenes.cases.ts";
import { scenes } from "./scenes.ts";

playScenes(scenes);
