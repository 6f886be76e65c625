import { climbEveryPath } from "./paths.ts";

climbEveryPath(500);
