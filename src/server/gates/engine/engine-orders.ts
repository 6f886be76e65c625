import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import { childOrders } from "./child-orders.ts";
import { jobOrders } from "./job-orders.ts";
import { programOrders } from "./program-orders.ts";
import { workerOrders } from "./worker-orders.ts";
import { proves } from "#server/testing/proves.ts";

const orders = { workers: workerOrders, children: childOrders, programs: programOrders, jobs: jobOrders };

/** Random orders of what happens in the engine, on a real store that nobody else works on, each step compared with a model. */
export function checkEngineOrders(counts: Record<keyof typeof orders, number>): void {
  describe("whatever the order,", () => {
    let store: BareStore;
    beforeAll(async () => void (store = await openBareStore()));
    afterAll(() => store.close());

    test.each(Object.entries(counts))("%s do what their model does (%i orders)", async (which, numRuns) => {
      const property = orders[which as keyof typeof orders](store) as fc.IAsyncProperty<[unknown]>;
      await proves(property, { numRuns, endOnFailure: true });
    });
  });
}
