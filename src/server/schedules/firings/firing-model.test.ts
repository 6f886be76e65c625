import { afterAll, beforeAll, it } from "vitest";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import { checkLives } from "./firing-model.cases.ts";

let store: BareStore;
beforeAll(async () => {
  store = await openBareStore();
});
afterAll(() => store.close());

it("has one row for each due time through edits, pauses, kills, steps of the clock and downtimes", () => checkLives(store, 12));
