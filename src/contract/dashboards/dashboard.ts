import { int53, nameUpTo, text, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { visibilities } from "./events.ts";

export const dashboardStatuses = ["not_started", "pending", "running", "completed", "failed", "interrupted"] as const;
export type DashboardStatus = (typeof dashboardStatuses)[number];
/** A turn is under way: nothing else may change what it writes. */
export const generatingStatuses = ["not_started", "pending", "running"] as const satisfies DashboardStatus[];

export const refreshFrequencies = ["every_15_minutes", "every_30_minutes", "hourly", "every_6_hours", "daily", "weekly"] as const;
export type RefreshFrequency = (typeof refreshFrequencies)[number];

export const publishPermissions = ["view", "edit"] as const;
export const dashboardTitle = nameUpTo(120);

/** How reading connections again goes (ours). */
const DashboardRefresh = record("DashboardRefresh", {
  running: z.boolean(),
  /** Why the latest one failed, and when. Values of before stay. */
  failure: z.string().nullable(),
  failed_at: timestamp.nullable(),
  /** It failed so often that the service stopped it. Choosing a frequency resumes it. */
  paused: z.boolean(),
});

/** The specification calls a dashboard an artifact. Its fields and the reference's. */
export const Artifact = record("Artifact", {
  id: uuid,
  team_id: uuid,
  organization_id: uuid,
  created_by_user_id: uuid,
  title: z.string().nullable(),
  html_code_present: z.boolean(),
  status: z.enum(dashboardStatuses),
  visibility: z.enum(visibilities),
  publish_permission: z.enum(publishPermissions),
  automation_id: uuid.nullable(),
  content_format: z.enum(["html"]),
  /** Whether values that a connection answered stand in it. */
  has_live_connector_data: z.boolean(),
  thumbnail_url: z.string().nullable(),
  refresh_frequency: z.enum(refreshFrequencies).nullable(),
  last_refresh_at: timestamp.nullable(),
  next_refresh_at: timestamp.nullable(),
  refresh: DashboardRefresh,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Artifact = z.output<typeof Artifact>;

/** What a person points at in a page, to say what a message is about. The service finds the block itself; the rest is quoted to the model as data. */
export const SelectedElement = record("SelectedElement", {
  selector: text(1, 2_000),
  label: text(1, 200),
  tag_name: text(1, 50),
  text: text(0, 500).optional(),
  outer_html: text(1, 4_000),
});
export type SelectedElement = z.output<typeof SelectedElement>;

export const dashboardMessage = text(1, 10_000);

/** What a turn did, a step each, for the conversation beside the page (ours). */
export const TurnStep = z.discriminatedUnion("kind", [
  record("BlockStep", { kind: z.enum(["added", "changed", "removed", "moved"]), block: z.string(), title: z.string(), detail: z.string() }),
  record("LookStep", { kind: z.enum(["sources", "tried", "read", "checked"]), detail: z.string() }),
  record("QuestionStep", {
    kind: z.literal("asked"),
    tool_call_id: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    answer: z.string().nullable(),
  }),
]);
export type TurnStep = z.output<typeof TurnStep>;

/** The free field of the specification's message: what the console shows beside its text. */
const TurnDetails = record("TurnDetails", {
  steps: z.array(TurnStep),
  /** The version that the turn came to. */
  version: int53.nullable(),
  /** Why it failed; what it had made is kept as a version. */
  failure: z.string().nullable(),
});
type TurnDetails = z.output<typeof TurnDetails>;

export const ArtifactMessage = record("ArtifactMessage", {
  id: uuid,
  artifact_id: uuid,
  author_user_id: uuid.nullable(),
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  created_at: timestamp,
  revision_id: uuid.nullable(),
  message: TurnDetails.nullable(),
  selected_element: SelectedElement.nullable(),
});
export type ArtifactMessage = z.output<typeof ArtifactMessage>;

export const ArtifactVersion = record("ArtifactVersion", {
  id: uuid,
  artifact_id: uuid,
  version: z.int(),
  parent_revision_id: uuid.nullable(),
  restored_from_version: z.int().nullable(),
  created_at: timestamp,
});
export type ArtifactVersion = z.output<typeof ArtifactVersion>;
