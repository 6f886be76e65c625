import { endpoint } from "#contract/endpoint.ts";
import { int53, queryInt, text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { mostConnections } from "./connections.ts";
import { editsDashboard } from "./rights.ts";
import { Artifact, ArtifactMessage, dashboardMessage, SelectedElement } from "./dashboard.ts";

const dashboard = {
  area: "Dashboards",
  bareErrors: "with_issues",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  params: z.strictObject({ artifactId: idOf("artifact") }),
} as const;

export const createDashboard = endpoint({
  name: "createDashboard",
  method: "POST",
  path: "/v2/artifacts",
  area: "Dashboards",
  bareErrors: "with_issues",
  summary: "Ask for a dashboard",
  access: { scope: "team", by: "body.team_id", role: "team:member", unnamed: "self" },
  changes: ["artifact", "artifact_message"],
  body: z.strictObject({
    message: dashboardMessage,
    connection_ids: z.array(uuid).max(mostConnections).optional(),
    team_id: idOf("team").optional(),
  }),
  reply: z.strictObject({ artifact_id: uuid, user_message: ArtifactMessage }),
  status: 201,
  creates: "replayed",
});

export const listDashboardMessages = endpoint({
  ...dashboard,
  name: "listDashboardMessages",
  method: "GET",
  path: "/v2/artifacts/{artifactId}/messages",
  summary: "The conversation behind the version that is shown",
  reads: ["artifact_message"],
  query: z.strictObject({ limit: queryInt(1, 500).default(50), before: uuid.optional() }),
  reply: record("ArtifactMessagePage", { data: z.array(ArtifactMessage), total: int53, has_more: z.boolean() }),
  may: editsDashboard,
  errors: ["forbidden"],
});

export const sendDashboardMessage = endpoint({
  ...dashboard,
  name: "sendDashboardMessage",
  method: "POST",
  path: "/v2/artifacts/{artifactId}/messages",
  summary: "Ask for a change of a dashboard",
  changes: ["artifact", "artifact_message"],
  records: "dashboard.asked",
  body: z.strictObject({ message: dashboardMessage, from_revision_id: uuid.optional(), selected_element: SelectedElement.optional() }),
  reply: z.strictObject({ user_message: ArtifactMessage }),
  may: editsDashboard,
  errors: ["forbidden", "generating"],
});

export const answerDashboardQuestion = endpoint({
  ...dashboard,
  name: "answerDashboardQuestion",
  method: "POST",
  path: "/v2/artifacts/{artifactId}/answer",
  summary: "Answer the question of a dashboard's agent",
  changes: ["artifact", "artifact_message"],
  records: "dashboard.answered",
  body: z.strictObject({ toolCallId: text(1, 200), answers: z.record(text(1, 500), text(1, 5_000)) }),
  reply: z.strictObject({ ok: z.literal(true) }),
  may: editsDashboard,
  errors: ["forbidden", "no_question"],
});

/** The longest text that a turn says, and as much of it as a caller may have seen. */
export const longestReply = 100_000;

export const stopDashboardMessage = endpoint({
  ...dashboard,
  name: "stopDashboardMessage",
  method: "POST",
  path: "/v2/artifacts/{artifactId}/stop",
  summary: "Stop writing; what was drawn so far stays",
  changes: ["artifact", "artifact_message"],
  records: "dashboard.stopped",
  body: z.strictObject({ partial_text: text(0, longestReply).optional() }),
  reply: z.strictObject({ artifact: Artifact }),
  bareErrors: "alone",
  may: editsDashboard,
  errors: ["forbidden"],
});
