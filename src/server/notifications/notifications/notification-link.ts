interface About {
  readonly team_id: string;
  readonly type: string;
  readonly agent_id: string | null;
  readonly run_id: string | null;
  readonly queue_id: string | null;
  readonly case_id: string | null;
  readonly build_id: string | null;
  readonly connection_id: string | null;
  readonly artifact_id: string | null;
  readonly process_id: string | null;
  readonly subjects: number;
  readonly list: string | null;
  readonly since: string | null;
}

/** The page of the console that shows what a notification is about: of several the list that has these. */
export function linkOf({ team_id, type, ...about }: About): string {
  const team = `/t/${team_id}`;
  if (about.subjects > 1 && about.list) return `${team}/${about.list}${about.since ? `&since=${new Date(about.since).toISOString()}` : ""}`;
  if (about.artifact_id) return `${team}/dashboards/${about.artifact_id}`;
  if (about.process_id) return `${team}/clarity/processes/${about.process_id}?tab=${type === "config_proposal" ? "proposal" : "versions"}`;
  if (about.connection_id) return `${team}/connections?connection=${about.connection_id}`;
  if (about.case_id && about.queue_id) return `${team}/queues/${about.queue_id}/cases/${about.case_id}`;
  if (about.queue_id) return `${team}/queues/${about.queue_id}?tab=jobs`;
  if (about.run_id) return `${team}/runs/${about.run_id}`;
  if (about.build_id) return `${team}/agents/${about.agent_id}/revisions/${about.build_id}`;
  if (type === "schedule_issue") return `${team}/agents/${about.agent_id}?tab=schedules`;
  return `${team}/agents/${about.agent_id}`;
}
