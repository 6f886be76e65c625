import { randomUUID } from "node:crypto";
import type { Page } from "#contract/dashboards/page.ts";
import { getSession } from "#contract/teams/session.ts";
import type { Service } from "./service.ts";
import type { TeamWork } from "./team-work.ts";

/** Runs of an agent over the last days and queue cases are counted by this page. */
export const runsPage: Page = {
  title: "What broke and why",
  zone: "UTC",
  range: "last_30_days",
  parameters: [{ name: "agent", label: "Agent", by: "agent" }],
  queries: [
    {
      name: "all",
      source: "runs",
      measures: ["failed", "success_rate", "count"],
      by: [],
      former: true,
      filters: [{ by: "agent", kind: "is", parameter: "agent" }],
    },
    {
      name: "days",
      source: "runs",
      measures: ["count"],
      by: ["time", "status"],
      grain: "day",
      filters: [{ by: "agent", kind: "is", parameter: "agent" }],
    },
    { name: "agents", source: "runs", measures: ["count", "failed", "success_rate"], by: ["agent"], filters: [], top: 8 },
    { name: "cases", source: "cases", measures: ["count", "open", "failed"], by: ["queue"], filters: [] },
    { name: "states", source: "cases", measures: ["count"], by: ["queue", "state"], filters: [] },
    { name: "open", source: "flow", measures: ["backlog"], by: ["time"], grain: "day", filters: [] },
  ],
  blocks: [
    {
      id: "figures",
      type: "stats",
      title: "Figures",
      width: 12,
      figures: [
        { query: "all", measure: "failed", label: "Failed runs" },
        { query: "all", measure: "success_rate", label: "Success rate" },
        { query: "all", measure: "count", label: "Runs" },
      ],
    },
    {
      id: "said",
      type: "text",
      title: "In words",
      width: 12,
      pieces: [
        { words: "Of " },
        { query: "all", field: "count", row: 0 },
        { words: " runs " },
        { query: "all", field: "failed", row: 0 },
        { words: " failed." },
      ],
    },
    { id: "days", type: "columns", title: "Runs by day", subtitle: "by status", width: 12, query: "days" },
    { id: "agents", type: "table", title: "Agents", width: 8, query: "agents" },
    { id: "cases", type: "bars", title: "Cases by queue", width: 4, query: "cases" },
    { id: "states", type: "heat", title: "Cases by state", width: 6, query: "states" },
    { id: "open", type: "lines", title: "Backlog", subtitle: "open cases at the end of the day", width: 6, query: "open", area: true },
  ],
};

interface Planted {
  readonly teamId: string;
  readonly userId: string;
  readonly page?: Page;
  /** As many versions, whose titles are the page's; the last one is shown. */
  readonly versions?: number;
  readonly visibility?: "private" | "team";
}

/** A finished dashboard. Made in the store: how one is written is another journey. */
export async function plantDashboard(
  service: Service,
  { teamId, userId, page = runsPage, versions = 1, visibility = "private" }: Planted,
): Promise<string> {
  const id = randomUUID();
  await service.query(
    "insert into artifacts (id, team_id, created_by_user_id, title, status, visibility) values ($1, $2, $3, $4, 'completed', $5)",
    [id, teamId, userId, page.title, visibility],
  );
  let parent: string | null = null;
  for (let version = 1; version <= versions; version++) {
    const revision = randomUUID();
    const blocks = version === versions ? page.blocks : page.blocks.slice(0, version);
    // oxlint-disable-next-line no-await-in-loop -- each has the one before it as its parent
    await service.query("insert into artifact_revisions (id, artifact_id, version, parent_revision_id, page) values ($1, $2, $3, $4, $5)", [
      revision,
      id,
      version,
      parent,
      JSON.stringify({ ...page, blocks }),
    ]);
    parent = revision;
  }
  await service.query("update artifacts set current_revision_id = $2 where id = $1", [id, parent]);
  return id;
}

/** A turn that is under way and that no worker takes, with what its agent said so far. */
export async function plantTurn(service: Service, artifactId: string, said: string): Promise<void> {
  await service.query(
    `with turn as (
      insert into artifact_turns (id, artifact_id, team_id, author_user_id, status, base_revision_id, model, turns, page, said, next_attempt_at)
      select gen_random_uuid(), a.id, a.team_id, a.created_by_user_id, 'running', r.id, 'scripted', '[]', r.page, $2, '2199-01-01'
      from artifacts a join artifact_revisions r on r.id = a.current_revision_id where a.id = $1 returning *),
    asked as (
      insert into artifact_messages (id, artifact_id, turn_id, author_user_id, role, content, created_at)
      select gen_random_uuid(), artifact_id, id, author_user_id, 'user', 'Show more', now() from turn)
    insert into artifact_messages (id, artifact_id, turn_id, role, content, created_at)
    select gen_random_uuid(), artifact_id, id, 'assistant', '', now() + interval '1 ms' from turn`,
    [artifactId, said],
  );
  await service.query("update artifacts set status = 'running' where id = $1", [artifactId]);
}

/** Runs of an agent, one every six hours, of which every fifth failed; the first ten are the owner's, and all others `starter`'s. */
export async function plantRuns(service: Service, team: TeamWork, count: number, starter: string): Promise<string> {
  const agent = await team.createAgent("Invoice checker", "say Checked.");
  await service.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, created_at)
     select gen_random_uuid(), $2, $1, $1, $4::uuid, case when n % 5 = 0 then 'failed' else 'completed' end, 'api', 'Planted', n,
       now() - interval '6 hours' * n from generate_series(1, $3::int) n`,
    [agent.id, team.teamId, count, starter],
  );
  return agent.id;
}

export async function meOf(team: TeamWork): Promise<string> {
  return (await team.call(getSession, {})).session.user.id;
}
