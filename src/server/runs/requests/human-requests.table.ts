import { sql } from "drizzle-orm";
import { index, json, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AskedToolCall, Question } from "#contract/runs/human-requests.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";
import { runs } from "#server/engine/runs.table.ts";

/** A tool in a slot of a revision, by the definition that a person was shown. */
export interface AskedTool {
  readonly slot_id: string;
  readonly server_url: string;
  readonly name: string;
  readonly digest: string;
}

const requestKinds = ["approval", "question", "outcome", "tool_call"] as const;

export const humanRequests = pgTable(
  "human_requests",
  {
    id: id(),
    run_id: uuid()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    tool_call_id: text().notNull(),
    /** `outcome` asks what became of a call that a crash cut off; a person sees it as a question. A yes to a `tool_call` lets the call be made. */
    kind: text({ enum: requestKinds }).notNull(),
    title: text().notNull(),
    description: text(),
    questions: jsonb().$type<Question[]>(),
    /** The call that is asked about. `json`: its arguments stay what the model sent. */
    asked_call: json().$type<AskedToolCall>(),
    /** The same in the form of a version that may run beside this one; alone in rows of before. */
    tool_call: jsonb().$type<AskedToolCall>(),
    /** What a yes to a call is for: to anything else it says nothing. */
    bound: text(),
    /** The tool that a call is of, as it was declared then. */
    asked_tool: jsonb().$type<AskedTool>(),
    response: text(),
    responded_by: uuid().references(() => users.id, { onDelete: "set null" }),
    responded_at: instant(),
    cancelled_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    oneOf("kind", requestKinds),
    index("human_requests_open")
      .on(t.team_id, t.created_at, t.id)
      .where(sql`responded_at is null and cancelled_at is null`),
    index("human_requests_answered")
      .on(t.team_id, t.responded_at, t.id)
      .where(sql`responded_at is not null`),
    index("human_requests_run").on(t.run_id),
  ],
);
