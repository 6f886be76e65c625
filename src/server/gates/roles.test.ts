import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { isSecret } from "#contract/endpoint.ts";
import { allEndpoints } from "#contract/index.ts";

// The gates hold the service to what each operation declares. This one holds the declaration to what was decided: who may call stands a second time in
// roles.tsv, so that a role cannot change unseen, and no slip in one of the two lets anybody in.

const decided = readFileSync(join(import.meta.dirname, "roles.tsv"), "utf8")
  .trim()
  .split("\n");

/** An operation with who may call it, as a line of roles.tsv. */
function lineOf({ name, access, ...spec }: EndpointSpec): string {
  const who = access.scope === "public" ? "" : access.scope === "self" ? (access.by ?? "") : `${access.role} by ${access.by}`;
  const more = [
    "or" in access && access.or && "or its owner",
    "self" in access && access.self && `or about oneself by ${access.self}`,
    "unnamed" in access && access.unnamed && "or all of one's own",
    spec.may && "and a rule about the record",
    isSecret(spec) && "secret",
  ].filter(Boolean);
  return [name, access.scope, who, more.join(", ")].join("\t").trimEnd();
}

it("says of every operation who may call it, as roles.tsv does", () => {
  const declared = allEndpoints.map(lineOf).toSorted();
  expect(
    declared.filter((line) => !decided.includes(line)),
    "declared, and not in roles.tsv",
  ).toEqual([]);
  expect(
    decided.filter((line) => !declared.includes(line)),
    "in roles.tsv, and not declared",
  ).toEqual([]);
  expect(decided).toEqual(decided.toSorted());
});
