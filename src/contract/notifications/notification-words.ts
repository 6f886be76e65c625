// Free of zod, so that screens have the words without the schemas.

/** What somebody is told of, the most important first. The specification has the types and no order (ours). */
export const notificationTypes = [
  "critical_case_issue",
  "critical_eval_issue",
  "connection_broken",
  "case_failed",
  "schedule_issue",
  "config_proposal",
  "case_issue",
  "eval_issue",
  "job_issue",
  "background_job",
  "job_done",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** What `important` means: work that stands still or came out wrong. */
export const importantTypes: readonly NotificationType[] = [
  "critical_case_issue",
  "critical_eval_issue",
  "connection_broken",
  "case_failed",
  "schedule_issue",
];

/** From low to high, as thresholds compare. */
export const notificationSeverities = ["success", "info", "warning", "critical"] as const;
export type NotificationSeverity = (typeof notificationSeverities)[number];

/** The chats of a team. The specification has two and does not name them. */
export const chatChannels = ["slack", "microsoft_teams"] as const;
export type ChatChannel = (typeof chatChannels)[number];
export const chatNames: Readonly<Record<ChatChannel, string>> = { slack: "Slack", microsoft_teams: "Microsoft Teams" };

/** How a reader came to a notification. */
export const openedFroms = ["in_app", "email", ...chatChannels] as const;

/** Where one person is told. A team's chats are the team's, and no choice of one person. */
export const notificationChannels = ["in_app", "email"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** What somebody chooses to be told: the types, and `waiting` (ours), what runs ask of them that stands still for too long. That is only mailed. */
export const preferenceKinds = [...notificationTypes, "waiting"] as const;

/** Of what people get an email who chose nothing: what cannot go on without a person. */
export const mailedTypes: readonly NotificationType[] = [...importantTypes, "config_proposal", "job_issue"];
