import { it } from "vitest";
import { report, scaled } from "#server/testing/proof.ts";
import { startService } from "#server/testing/service.ts";
import { measureHistories } from "./measured-histories.cases.ts";

it("measures what a count by hand finds, in 1,000 random histories", async () => {
  const service = await startService();
  const histories = scaled(1_000, 20);
  await measureHistories(service, histories);
  report(`${histories} histories of up to 30 runs and 6 cases, each measured of all revisions and of one`);
  await service.close();
});
