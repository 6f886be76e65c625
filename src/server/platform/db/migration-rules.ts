import { bareOf, statementsOf } from "./sql-statements.ts";

/** Tables that have millions of rows, or that almost every request changes. */
const largeTables = ["runs", "run_messages", "cases", "case_events", "case_labels", "case_texts", "sandbox_files", "events"];

const isConcurrent = (bare: string) => /^(create (unique )?|drop )index concurrently/i.test(bare);
const isContraction = (bare: string) => /^drop table|^alter table .*\b(drop column|rename)\b/i.test(bare);
const isValidation = (bare: string) => /^alter table \w+ validate constraint/i.test(bare);

/**
 * What a migration may not do, because it is done beside processes that serve requests: a lock that they wait for ends within milliseconds at
 * any size of a table. README.md says what to do instead. Returns what is wrong, in words.
 */
export function brokenRules(text: string): string[] {
  const all = statementsOf(text).map(bareOf);
  const made = new Set(all.flatMap((bare) => /^create table (?:if not exists )?(\w+)/i.exec(bare)?.[1] ?? []));
  const broken = new Set<string>();
  for (const bare of all) for (const rule of brokenBy(bare, made)) broken.add(rule);
  if (all.some(isConcurrent) && !all.every(isConcurrent)) broken.add("CONCURRENTLY has a file of its own: it runs outside of transactions");
  if (all.some(isContraction) && !/^-- Needs \d{4}_\S+$/m.test(text))
    broken.add(
      "what drops or renames says who cannot work with the store from then on: -- Needs 0051_asked-calls, the last migration of the release that uses it no more",
    );
  if (all.some(isValidation) && all.length > 1)
    broken.add("VALIDATE CONSTRAINT has a file of its own: it reads the table, and what the file locked before stays locked");
  const large = largeTables.filter((name) => all.some((bare) => !isConcurrent(bare) && locks(bare, name)));
  if (large.length > 1) broken.add(`one file locks ${large.join(" and ")}: requests take them in another order`);
  return [...broken];
}

function brokenBy(bare: string, made: ReadonlySet<string>): string[] {
  const [, indexed = ""] = /^create (?:unique )?index (?!concurrently).*? on (?:only )?(\w+)/i.exec(bare) ?? [];
  const [, table = "", change = ""] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)/i.exec(bare) ?? [];
  const [, written = ""] = /^(?:with .*?)?\b(?:update|delete from|insert into) (?:only )?(\w+)/i.exec(bare) ?? [];
  const there = (name: string) => name !== "" && !made.has(name);
  const rules: [boolean, string][] = [
    [there(indexed), "an index of a table with rows is made CONCURRENTLY"],
    [/^drop index (?!concurrently)/i.test(bare), "an index is dropped CONCURRENTLY"],
    [
      there(table) && /add constraint \w+ (check|foreign key)/i.test(change) && !/not valid/i.test(change),
      "a constraint is added NOT VALID, and validated by a later file",
    ],
    [
      there(table) && /\breferences\b/i.test(change) && !/add constraint/i.test(change),
      "a reference is a constraint of its own, added NOT VALID",
    ],
    [
      there(table) && /add constraint \w+ (unique|primary key)(?! using index)/i.test(change),
      "a unique constraint uses an index that was made CONCURRENTLY",
    ],
    [
      there(table) && /add column .*\bgenerated always as \(/i.test(change),
      "a generated column rewrites the table: fill a column in portions",
    ],
    [
      there(table) && /add column .*\bdefault (?!(''|true|false|null|-?\d+(\.\d+)?|now\(\)|current_timestamp)(\b|$|\s|::|,))/i.test(change),
      "the default of an added column is a constant: another one rewrites the table",
    ],
    [
      there(table) && /alter column \w+ (set data )?type\b/i.test(change),
      "another type rewrites the table: add a column and fill it in portions",
    ],
    [
      there(table) && /alter column \w+ set not null/i.test(change),
      "SET NOT NULL reads the table under a lock: add a CHECK NOT VALID and validate it",
    ],
    [largeTables.includes(written), "rows of a large table are changed in portions, by a job"],
    [/^(truncate|cluster|vacuum full|lock)\b/i.test(bare), "a migration locks no table by itself"],
  ];
  return rules.filter(([broken]) => broken).map(([, rule]) => rule);
}

function locks(bare: string, name: string): boolean {
  return new RegExp(
    String.raw`^(alter table (if exists )?(only )?|drop table (if exists )?|create .*trigger .* on |drop trigger .* on )${name}\b| references ${name}\b`,
    "i",
  ).test(bare);
}
