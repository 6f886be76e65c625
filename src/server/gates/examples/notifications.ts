import { notificationTypes } from "#contract/notifications/notification-words.ts";
import type { NotificationPreferences } from "#contract/notifications/preferences.ts";
import { chatOf, notificationOf, stopTokenOf } from "#server/gates/stage/notifications.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Examples, team } from "./example.ts";

const narrowed = { type: "job_issue", unread: "true", minSeverity: "info", important: "false", limit: 10 } as const;
const place = "2026-01-31T09:30:00.000Z_00000000-0000-4000-8000-000000000001";
const one = async (stage: Stage) => ({ params: { id: (await notificationOf(stage)).id } });
const ofBatch = async (stage: Stage) => ({ params: { teamId: stage.teamId, id: (await notificationOf(stage)).batchId } });
const preferences = Object.fromEntries(
  notificationTypes.map((type) => [type, { in_app: type !== "job_done", email: type === "case_failed" }]),
) as NotificationPreferences;

export const notificationsExamples: Examples<"notificationChats" | "notificationPreferences" | "notifications" | "unsubscribing"> = {
  notificationChats: {
    listNotificationChats: { input: async (stage) => ({ params: { teamId: (await chatOf(stage)).teamId } }) },
    setNotificationChat: {
      input: (stage) => ({
        params: { teamId: stage.teamId, channel: "microsoft_teams" as const },
        body: { address: "https://chat.example.com/hooks/finance" },
      }),
    },
    // Two operations share no chat: one of them may be removed while the other is called.
    removeNotificationChat: { input: async (stage) => ({ params: await chatOf(stage) }) },
    testNotificationChat: {
      input: async (stage) => ({ params: await chatOf(stage, "microsoft_teams") }),
      ends: { code: "chat_refused", because: "The services of the gates reach public hosts only, and no test asks one of these." },
    },
  },
  notifications: {
    listNotifications: {
      input: async (stage) => {
        const { batchId, runId } = await notificationOf(stage);
        return { ...team(stage), query: { ...narrowed, batchId, agentRunId: runId, sort: "recency" as const } };
      },
      also: (_stage, { params, query: { batchId } = {} }) => [
        { params, query: { severity: "warning", ...(batchId && { batchId }), sort: "importance", cursor: "importance:10" } },
        { params, query: { cursor: place } },
        { params, query: { sort: "day", timezone: "Asia/Kathmandu", cursor: `day:1:${place}` } },
      ],
      compared: ["query.sort"],
    },
    listNotificationBatches: {
      input: async (stage) => ({ ...team(stage), query: { ...narrowed, agentRunId: (await notificationOf(stage)).runId } }),
      also: (_stage, { params }) => [{ params, query: { severity: "warning", agents: "mine", cursor: place } }],
    },
    getNotificationBatch: {
      input: async (stage) => ({ ...(await ofBatch(stage)), query: { type: "job_issue" as const, minSeverity: "info" as const } }),
      also: (_stage, { params }) => [{ params, query: { severity: "warning", agents: "mine" } }],
    },
    markNotificationBatchRead: {
      input: async (stage) => ({
        ...(await ofBatch(stage)),
        body: { types: ["job_issue"], minSeverity: "info", openedFrom: "in_app", through: 1_000 } as const,
      }),
      also: (_stage, { params }) => [{ params, body: { severity: "warning" } }],
    },
    markNotificationRead: { input: one },
    dismissNotification: { input: one },
    markAllNotificationsRead: {
      input: async (stage) => {
        await notificationOf(stage);
        return team(stage);
      },
    },
    // What another operation has just marked as read is gone, whoever still looks at it.
    deleteReadNotifications: { input: team, alone: true },
    getUnreadNotificationCount: { input: team },
  },
  notificationPreferences: {
    getNotificationPreferences: { input: team },
    replaceNotificationPreferences: { input: (stage) => ({ ...team(stage), body: { preferences, waiting: false } }) },
  },
  unsubscribing: {
    lookAtUnsubscribe: { input: (stage) => ({ body: { token: stopTokenOf(stage) } }) },
    unsubscribe: { input: (stage) => ({ query: { token: stopTokenOf(stage) } }) },
    openUnsubscribe: { input: (stage) => ({ query: { token: stopTokenOf(stage) } }) },
  },
};
