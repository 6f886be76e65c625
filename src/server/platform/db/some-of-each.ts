import { type SQL, sql } from "drizzle-orm";

interface Waiting {
  readonly table: string;
  /** The column whose values take turns. An index on it and then on `order`, over what is `waiting`, makes this cheap however much waits. */
  readonly group: string;
  readonly columns: readonly string[];
  /** Of the rows of a group, which come first. */
  readonly order: readonly string[];
  /** Which rows wait at all: what the index is over. */
  readonly waiting: SQL;
  /** Which of them may be taken now. */
  readonly due?: SQL;
  /** So many of a group at most, and of all. */
  readonly each: number;
  readonly limit: number;
}

/** Selects rows that wait, the first of each group before the second of any: a group of which many wait holds up no other. */
export function someOfEach({ table, group, columns, order, waiting, due = sql`true`, each, limit }: Waiting): SQL {
  const [of, by, chosen] = [sql.identifier(table), sql.identifier(group), listed(columns)];
  return sql`
    with recursive groups (key) as (
      (select ${by} from ${of} where ${waiting} order by ${by} limit 1)
      union all
      select (select ${by} from ${of} where ${waiting} and ${by} > groups.key order by ${by} limit 1) from groups where groups.key is not null)
    select ${chosen} from groups cross join lateral (
      select *, row_number() over (order by ${listed(order)}) as turn from ${of}
      where ${waiting} and ${due} and ${by} = groups.key order by ${listed(order)} limit ${each}) first
    where groups.key is not null order by turn, ${listed(order)} limit ${limit}`;
}

const listed = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
