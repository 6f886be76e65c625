import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dismissNotification,
  getUnreadNotificationCount,
  listNotificationBatches,
  markNotificationBatchRead,
} from "#contract/notifications/notifications.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import * as deliveries from "#server/notifications/deliveries/deliveries.store.ts";
import { type Cause, cause, together } from "./cause.ts";
import { resolve } from "./resolve.store.ts";
import { tell } from "./tell.store.ts";
import { proves } from "#server/testing/proves.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const readers = ["member", "colleague"] as const;
type Reader = (typeof readers)[number];
const agents = [newId(), newId()] as const;
/** So long ago that every email is due. */
const start = Date.now() - 30 * 3_600_000;
const minute = 60_000;

interface Batch {
  sealed: boolean;
  mailed: boolean;
  readonly reader: Reader;
  readonly agent: string | null;
  readonly rows: Row[];
}
interface Row {
  readonly key: string;
  readonly batch: Batch;
  ends: string | null;
  occurrences: number;
  readonly told: number;
  last: number;
  read: boolean;
  dismissed: boolean;
  resolved: boolean;
  mailed: boolean;
}

/** What everybody was told, as a list in the order of telling. Every question is answered by looking through all of it. */
class NaiveList {
  readonly rows: Row[] = [];
  readonly batches: Batch[] = [];
  of = (reader: Reader) => this.rows.filter(({ batch, dismissed }) => batch.reader === reader && !dismissed);
  unread = (reader: Reader) => this.of(reader).filter(({ read, resolved }) => !read && !resolved);

  tell(causes: readonly Cause[]): void {
    for (const one of causes)
      for (const reader of readers) if (one.people.includes(service.ids[reader])) this.tellOne(one, reader, Date.parse(one.at));
  }

  private tellOne({ key, agent_id, severity, count, ends }: Cause, reader: Reader, at: number): void {
    const quiet = (severity === "critical" ? 15 : 60) * minute;
    const again = this.rows
      .filter((row) => row.key === key && row.batch.reader === reader)
      .filter(
        (row) =>
          !row.dismissed && ((!row.read && !row.resolved) || (row.told > at - quiet && (!row.resolved || row.mailed || !row.batch.sealed))),
      )
      .toSorted((one, other) => other.last - one.last)[0];
    if (again) return void Object.assign(again, { occurrences: again.occurrences + count, last: at, resolved: false, ends });
    let batch = this.batches.find((one) => one.reader === reader && one.agent === agent_id && !one.sealed);
    if (!batch) this.batches.push((batch = { sealed: false, mailed: false, reader, agent: agent_id, rows: [] }));
    const state = { read: false, dismissed: false, resolved: false, mailed: false };
    const row: Row = { key, batch, ends, occurrences: count, told: at, last: at, ...state };
    batch.rows.push(row);
    this.rows.push(row);
  }

  resolve(ends: string, at: number): void {
    for (const row of this.rows) if (row.ends === ends && row.last <= at) row.resolved = true;
  }

  mail(): void {
    for (const batch of this.batches.filter((one) => !one.mailed)) {
      Object.assign(batch, { sealed: true, mailed: true });
      for (const row of batch.rows) if (!row.read && !row.dismissed && !row.resolved) row.mailed = true;
    }
  }

  /** Each batch with its members in their order, as the store is read below. */
  said(): string[] {
    const word = ({ key, occurrences, last, read, dismissed, resolved, mailed }: Row) =>
      [key, occurrences, new Date(last).toISOString(), read, dismissed, resolved, mailed].join(" ");
    return this.batches.map(({ reader, sealed, rows }) => [reader, sealed, ...rows.map(word)].join("\n")).toSorted();
  }
}

const told = fc.record({
  key: fc.constantFrom("a", "b", "c"),
  agent: fc.constantFrom(...agents),
  people: fc.constantFrom<readonly Reader[]>(["member"], ["colleague"], readers),
  severity: fc.constantFrom("info" as const, "critical" as const),
});
const someone = fc.constantFrom(...readers);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant("tell" as const), causes: fc.array(told, { minLength: 1, maxLength: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("read" as const), by: someone, pick: fc.nat(), through: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("dismiss" as const), by: someone, pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("resolve" as const), key: fc.constantFrom("a", "b", "c") }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("mail" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const steps = fc.array(fc.record({ one: step, minutes: fc.constantFrom(0, 1, 14, 16, 59, 61) }), { minLength: 1, maxLength: 20 });

test("batches, counts and emails are what a plain list of all that was told makes of them", async () => {
  await proves(
    fc.asyncProperty(steps, async (all) => {
      await service.pool.query("delete from notification_batches");
      const naive = new NaiveList();
      let at = start;
      for (const { one, minutes } of all) {
        at += minutes * minute;
        await take(one, naive, at);
        expect(await stored()).toEqual(naive.said());
      }
      for (const as of readers) await expectShown(as, naive);
    }),
    { numRuns: 60 },
  );
});

const db = () => service.app.services.store.db;
const params = () => ({ teamId: service.teamId });

async function take(one: Step, naive: NaiveList, time: number): Promise<void> {
  const at = new Date(time).toISOString();
  if (one.does === "tell") {
    const causes = together(
      one.causes.map(({ key, agent: agent_id, people, severity }) => {
        const what = { key: `${key} ${agent_id}`, type: "job_issue", severity, title: key, body: null, ends: key } as const;
        return cause({ ...what, team_id: service.teamId, agent_id, at, people: people.map((reader) => service.ids[reader]) });
      }),
    );
    await db().transaction((tx) => tell(tx, causes, { email: true }));
    naive.tell(causes);
  } else if (one.does === "resolve") {
    await db().transaction((tx) => resolve(tx, [{ ends: one.key, at }]));
    naive.resolve(one.key, time);
  } else if (one.does === "mail") {
    await mailAll();
    naive.mail();
  } else {
    const shown = naive.of(one.by);
    const row = shown[one.pick % shown.length];
    const picked = row && (await find(row, naive));
    if (!picked || !row) return;
    if (one.does === "dismiss") {
      await service.ok(dismissNotification, { params: { id: picked.id } }, { as: one.by });
      row.dismissed = true;
    } else {
      const input = { params: { ...params(), id: picked.batch_id }, body: { through: one.through } };
      const { count } = await service.ok(markNotificationBatchRead, input, { as: one.by });
      const read = row.batch.rows.slice(0, one.through).filter((member) => !member.read && !member.dismissed);
      expect(count).toBe(read.length);
      for (const member of read) member.read = true;
    }
  }
}

/** The stored one: of those of one cause the same by number. */
async function find(row: Row, naive: NaiveList): Promise<{ id: string; batch_id: string } | undefined> {
  const place = naive.rows.filter(({ key, batch }) => key === row.key && batch.reader === row.batch.reader).indexOf(row);
  const { rows } = await service.pool.query<{ id: string; batch_id: string }>(
    "select id, batch_id from notifications where recipient_id = $1 and cause = $2 order by created_at, id offset $3 limit 1",
    [service.ids[row.batch.reader], row.key, place],
  );
  return rows[0];
}

/** As the worker does, each email once. */
async function mailAll(): Promise<void> {
  for (;;) {
    const due = await deliveries.claimDue(db(), "email");
    if (!due) return;
    expect(due.attempts).toBe(1);
    const members = await deliveries.membersToTell(db(), due);
    if (members.length === 0) await deliveries.markUnneeded(db(), due);
    else {
      const words = { subject: "x", title: "x", before: [], action: { label: "x", url: "x" }, after: [] };
      expect(await deliveries.freeze(db(), due, `<${due.id}@example.com>`, words, members)).toBe(true);
      await deliveries.markSent(db(), due);
    }
  }
}

async function stored(): Promise<string[]> {
  const names = new Map<string, Reader>(readers.map((reader) => [service.ids[reader], reader]));
  const { rows } = await service.pool.query<{ recipient_id: string; sealed: boolean; members: string[]; gaps: number }>(
    `select b.recipient_id, b.sealed, count(*) filter (where n.position <> n.place or b.size <> n.size)::int as gaps,
       array_agg(concat_ws(' ', n.cause, n.occurrences, to_char(n.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         (n.read_at is not null)::text, (n.deleted_at is not null)::text, (n.resolved_at is not null)::text, (n.mailed_at is not null)::text)
         order by n.position) as members
     from notification_batches b join (select *, row_number() over w as place, count(*) over (partition by batch_id) as size from notifications
       window w as (partition by batch_id order by position)) n on n.batch_id = b.id
     where b.recipient_id = any($1) group by b.id`,
    [[...names.keys()]],
  );
  expect(rows.filter(({ gaps }) => gaps > 0)).toEqual([]);
  return rows.map(({ recipient_id, sealed, members }) => [names.get(recipient_id), sealed, ...members].join("\n")).toSorted();
}

async function expectShown(as: Reader, naive: NaiveList): Promise<void> {
  expect((await service.ok(getUnreadNotificationCount, { params: params() }, { as })).count).toBe(naive.unread(as).length);
  const { batches } = await service.ok(listNotificationBatches, { params: params(), query: { limit: 100 } }, { as });
  const said = naive.batches.flatMap(({ reader, rows }) => {
    const live = rows.filter(({ dismissed }) => !dismissed);
    return reader === as && live.length > 0 ? [`${live.length} ${live.filter((row) => !row.read && !row.resolved).length}`] : [];
  });
  expect(batches.map(({ counts, unread_count }) => `${counts.job_issue} ${unread_count}`).toSorted()).toEqual(said.toSorted());
}
