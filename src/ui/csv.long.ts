import { it } from "vitest";
import { dialects, readsBack } from "./csv-dialects.cases.ts";

it.each(dialects)("reads 2,000 tables as they were written: %j", (dialect) => readsBack(dialect, 2_000));
