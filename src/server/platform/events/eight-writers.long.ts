import { it } from "vitest";
import { scaled } from "#server/testing/proof.ts";
import { eightWriters } from "./eight-writers.cases.ts";

it("100,000 events of eight writers come once each, though readers are killed ten times", { timeout: 600_000 }, () =>
  eightWriters({ count: scaled(100_000, 800), kills: 10 }),
);
