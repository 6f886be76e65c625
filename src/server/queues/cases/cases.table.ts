import { sql } from "drizzle-orm";
import { bigint, boolean, customType, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { caseEventTypes, displayStatuses } from "#contract/queues/case.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { caseSchemas } from "#server/queues/schemas/case-schemas.table.ts";
import { queueLabels, queues } from "#server/queues/queues/queues.table.ts";
import { users } from "#server/teams/teams.table.ts";

const words = customType<{ data: string }>({ dataType: () => "tsvector" });

export const cases = pgTable(
  "cases",
  {
    id: id(),
    queue_id: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    title: text().notNull(),
    data: text().notNull(),
    /** The version that `data` was checked against. */
    json_schema_id: uuid().references(() => caseSchemas.id, { onDelete: "set null" }),
    state: text({ enum: displayStatuses }).notNull(),
    /** 0 none, 1 medium, 2 high. */
    priority: smallint().notNull(),
    /** The run that it was dispatched to, and that owns it once `claimed_at` is set. Kept as its author when it has come to its end. */
    run_id: uuid(),
    claimed_at: instant(),
    completed_at: instant(),
    /** What it failed by, a code of `case-failures.ts`. Null: it did not, or failed before causes were kept. */
    failure: text(),
    /** Whether every verdict of a judge was in its favour; null until one has judged how it ended. */
    passed: boolean(),
    /** Whether retention may still find events of it to remove. A trigger sets it again whenever the case is written to. */
    has_history: boolean().notNull().default(true),
    /** Still set when it is due: such a case is taken first. */
    postponed_to: instant(),
    /** The only agent that may take it, and who said so. */
    agent_id: uuid().references(() => agents.id, { onDelete: "set null" }),
    assigned_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("state", displayStatuses),
    index("cases_created").on(t.queue_id, t.created_at, t.id),
    index("cases_created_filtered").on(t.queue_id, t.state, t.priority, t.created_at, t.id),
    index("cases_updated").on(t.queue_id, t.updated_at, t.id),
    index("cases_updated_filtered").on(t.queue_id, t.state, t.priority, t.updated_at, t.id),
    index("cases_postponed").on(t.queue_id, t.state, t.priority, sql`coalesce(postponed_to, 'infinity')`, t.id),
    index("cases_run")
      .on(t.run_id)
      .where(sql`run_id is not null`),
    // Pick-up order: due postponed ones, then by priority, then by age.
    index("cases_free")
      .on(t.queue_id, sql`(postponed_to is null)`, sql`priority desc`, t.created_at, t.id)
      .where(sql`state = 'pending' and run_id is null`),
    index("cases_waiting_titles")
      .on(t.queue_id, sql`md5(title)`)
      .where(sql`state = 'pending'`),
    index("cases_schema")
      .on(t.json_schema_id)
      .where(sql`json_schema_id is not null`),
    index("cases_named")
      .on(t.agent_id, t.queue_id)
      .where(sql`agent_id is not null`),
    index("cases_judged")
      .on(t.queue_id, t.state, t.passed, t.priority, t.created_at, t.id)
      .where(sql`passed is not null`),
    index("cases_with_history")
      .on(t.queue_id, t.completed_at)
      .where(sql`completed_at is not null and has_history`),
    index("cases_closed")
      .on(t.queue_id, t.completed_at)
      .where(sql`completed_at is not null`),
    index("cases_due")
      .on(t.postponed_to)
      .where(sql`state = 'postponed'`),
  ],
);

/**
 * What a search reads, kept by triggers on `cases`. Apart from the case, so that a change of its state leaves this index alone; the words lie
 * out of line, so that counting a common one reads few pages.
 */
export const caseTexts = pgTable(
  "case_texts",
  {
    case_id: uuid()
      .primaryKey()
      .references(() => cases.id, { onDelete: "cascade" }),
    /** Of the case, which never changes it: a search in its usual order reads nothing else. */
    created_at: createdAt(),
    /**
     * The words and phrases of title and data, and the queue as one more: the index then reads a queue's own entries only. Cut by the same
     * rule as a search is, so that INV-2026/7 is found by each of its parts, and as it is typed.
     */
    words: words().notNull(),
    /** It has more phrases than the index takes: `words` has none of them, and a search reads the text. */
    is_long: boolean()
      .notNull()
      .generatedAlwaysAs(sql`words @@ '''~'''::tsquery`),
  },
  (t) => [index("case_texts_words").using("gin", t.words)],
);

/**
 * Which case carries which label, with what filters and orders read of the case, so that a label and a state together are one range of an
 * index. Triggers copy it, and hold the case while they do; nobody writes it by hand.
 */
export const caseLabels = pgTable(
  "case_labels",
  {
    case_id: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    label_id: uuid()
      .notNull()
      .references(() => queueLabels.id, { onDelete: "cascade" }),
    /** The state of the case or, once it was judged, the part of it: as `case_counts` has them. */
    kind: text().notNull(),
    priority: smallint().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.case_id, t.label_id] }),
    index("case_labels_created").on(t.label_id, t.kind, t.priority, t.created_at, t.case_id),
    index("case_labels_updated").on(t.label_id, t.kind, t.priority, t.updated_at, t.case_id),
  ],
);

export const caseEvents = pgTable(
  "case_events",
  {
    id: uuid()
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    /** The order of things, whatever the clock did. */
    seq: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    case_id: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    type: text({ enum: caseEventTypes }).notNull(),
    reason: text(),
    run_id: uuid(),
    agent_id: uuid(),
    human_request_id: uuid(),
    /** The import that made the case. It can be gone by now. */
    job_id: uuid(),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    /** What the change took from the case and from its evaluation; null where it cannot be undone. */
    before: jsonb(),
    undone_at: instant(),
  },
  (t) => [oneOf("type", caseEventTypes), index("case_events_case").on(t.case_id, t.seq)],
);
