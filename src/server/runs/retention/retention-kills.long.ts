import { it } from "vitest";
import { scaled } from "#server/testing/proof.ts";
import { killPlaces, removeThroughKills } from "./retention-kills.cases.ts";

it("every row and byte is there whole or gone whole after each of 30 kill -9", { timeout: 900_000 }, async () => {
  for (let round = 0; round < scaled(5); round++) await removeThroughKills(killPlaces, 1_000);
});
