import { climbEveryPath } from "./paths.ts";

climbEveryPath(40);
