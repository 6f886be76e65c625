import { interleaveThroughService } from "./interleavings.ts";
import { checkReducers } from "./reducers.ts";

checkReducers(100_000);
interleaveThroughService(300);
