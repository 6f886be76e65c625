import { afterAll, beforeAll, it } from "vitest";
import { scaled } from "#server/testing/proof.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Ids, plant } from "./oracle-data.cases.ts";
import { checkDays, checkLinks, checkQueries } from "./oracle.cases.ts";

let service: TestService;
let ids: Ids;
beforeAll(async () => {
  service = await startService();
  ids = await plant(service, 1_200);
});
afterAll(() => service.close());

it("10,000 random queries count what the lists of their viewers show", { timeout: 3_600_000 }, () =>
  checkQueries(service, ids, scaled(10_000)),
);

it("each figure is the total of the list that it opens", { timeout: 3_600_000 }, () => checkLinks(service, ids, scaled(2_000)));

it("days add up to months in every zone that there is", { timeout: 1_800_000 }, () => checkDays(service, Number.POSITIVE_INFINITY));
