import { test } from "vitest";
import { lostLeases } from "./fencing.cases.ts";

test("a worker that lost its lease writes nothing, at whichever step it comes back", () => lostLeases(4));
