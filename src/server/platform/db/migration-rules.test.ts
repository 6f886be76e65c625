import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { brokenRules } from "./migration-rules.ts";

const folder = new URL("./migrations/", import.meta.url).pathname;
/** Earlier ones are what they are: stores have them. */
const first = "0051";

it("a migration may be done beside processes that serve requests", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql") && name >= first);
  const broken = files.map((name) => [name, brokenRules(readFileSync(`${folder}${name}`, "utf8"))] as const);
  expect(broken.filter(([, rules]) => rules.length > 0)).toEqual([]);
});

it.each([
  ['CREATE INDEX "a" ON "runs" USING btree ("id");', "CONCURRENTLY"],
  ['CREATE UNIQUE INDEX "a" ON "teams" ("name");', "CONCURRENTLY"],
  ['DROP INDEX "a";', "CONCURRENTLY"],
  ['CREATE INDEX CONCURRENTLY "a" ON "runs" ("id");\nALTER TABLE "runs" ADD COLUMN "a" text;', "file of its own"],
  ['ALTER TABLE "runs" VALIDATE CONSTRAINT "a";\nALTER TABLE "runs" ADD COLUMN "a" text;', "file of its own"],
  [`ALTER TABLE "runs" ADD CONSTRAINT "a" CHECK (status in ('new'));`, "NOT VALID"],
  ['ALTER TABLE "a" ADD CONSTRAINT "b" FOREIGN KEY ("c") REFERENCES "public"."teams"("id");', "NOT VALID"],
  ['ALTER TABLE "a" ADD COLUMN "c" uuid REFERENCES "public"."teams"("id");', "NOT VALID"],
  ['ALTER TABLE "runs" ADD CONSTRAINT "a" UNIQUE("b");', "made CONCURRENTLY"],
  ['ALTER TABLE "runs" ADD COLUMN "a" tsvector GENERATED ALWAYS AS (words_of(title)) STORED;', "rewrites the table"],
  ['ALTER TABLE "runs" ADD COLUMN "a" uuid DEFAULT gen_random_uuid();', "is a constant"],
  ['ALTER TABLE "runs" ALTER COLUMN "a" SET DATA TYPE bigint;', "rewrites the table"],
  ['ALTER TABLE "runs" ALTER COLUMN "a" SET NOT NULL;', "add a CHECK"],
  ['ALTER TABLE "runs" ADD COLUMN "a" text;\nALTER TABLE "cases" ADD COLUMN "a" text;', "runs and cases"],
  ['CREATE TABLE "a" ("b" uuid REFERENCES "public"."runs"("id"), "c" uuid REFERENCES "public"."cases"("id"));', "runs and cases"],
  ['UPDATE "runs" SET "a" = 1;', "in portions"],
  ["WITH old AS (SELECT id FROM cases) DELETE FROM cases USING old;", "in portions"],
  ["LOCK TABLE runs;", "by itself"],
  ['ALTER TABLE "runs" DROP COLUMN "b";', "-- Needs"],
  ['DROP TABLE "a";', "-- Needs"],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', "-- Needs"],
])("%s is refused", (text, rule) => {
  expect(brokenRules(text).join()).toContain(rule);
});

it.each([
  'CREATE TABLE "a" ("b" uuid PRIMARY KEY, "c" uuid);\nCREATE INDEX "d" ON "a" ("c");\nALTER TABLE "a" ADD CONSTRAINT "e" FOREIGN KEY ("c") REFERENCES "public"."runs"("id");',
  `ALTER TABLE "runs" ADD COLUMN "a" text DEFAULT 'new' NOT NULL;`,
  'ALTER TABLE "runs" ADD COLUMN "a" integer;\nALTER TABLE "runs" ADD CONSTRAINT "b" CHECK (a > 0) NOT VALID;',
  'ALTER TABLE "runs" VALIDATE CONSTRAINT "b";',
  'CREATE INDEX CONCURRENTLY "a" ON "runs" ("b");\nDROP INDEX CONCURRENTLY "c";',
  '-- Needs 0051_asked-calls\nALTER TABLE "runs" DROP CONSTRAINT "a";\nALTER TABLE "runs" DROP COLUMN "b";',
  `UPDATE organization_members SET role = 'organization:executive';`,
])("%s is taken", (text) => {
  expect(brokenRules(text)).toEqual([]);
});
