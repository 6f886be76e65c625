import { endpoint } from "#contract/endpoint.ts";
import { int53, isTimestamp, queryFlag, queryInt, Success } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { zone } from "#contract/zone.ts";
import { z } from "#contract/zod.ts";
import { Notification, NotificationBatch } from "./notification.ts";
import { notificationSeverities, notificationTypes, openedFroms } from "./notification-words.ts";

// What a person is told. Everything here is about the caller alone: a Manager sees nobody else's. Rules beside the specification's:
// - The feature is on for every team, so its 404 is that of a batch or notification that is not there.
// - The same again, unread or within an hour (15 minutes where it is critical), counts on in the notification that there is (`occurrences`) instead
//   of making another. What was dismissed counts no more.
// - `day` orders by the days of a time zone, the latest first, and within one by what it asks of its reader: what went wrong, what waits for them, and
//   what is done or over by itself.

const area = "Notifications";
const access = { scope: "team", by: "teamId", role: "team:member" } as const;
const params = z.strictObject({ teamId: idOf("team") });
const ofBatch = z.strictObject({ teamId: idOf("team"), id: idOf("notification_batch") });
const one = z.strictObject({ id: idOf("notification") });
const ofOne = { scope: "team", by: "id", role: "team:member" } as const;
const counted = z.strictObject({ count: int53 });

const type = z.enum(notificationTypes);
const severity = z.enum(notificationSeverities);
const oneOfBoth = { path: ["minSeverity"], error: "Give severity or minSeverity, not both" };
const notBoth = (given: { severity?: unknown; minSeverity?: unknown }) => given.severity === undefined || given.minSeverity === undefined;

const bySeverity = { severity: severity.optional(), minSeverity: severity.optional() };
const place = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
const otherCursor = { error: "Use the `nextCursor` of an earlier answer in the same order" };
const placeIn = (form: string) =>
  z
    .string()
    .regex(new RegExp(`^(${form})$`), otherCursor)
    .refine((cursor) => !cursor.includes("_") || isTimestamp(cursor.slice(0, cursor.indexOf("_")).replace(/^day:\d:/, "")), otherCursor);
const orderOf = (cursor: string) => /^[a-z]+/.exec(cursor)?.[0] ?? "recency";
/** As many are counted beside a page; this one says that there are more. */
export const mostCountedNotifications = 100;
const views = z.strictObject({ all: int53, failures: int53, review: int53 });
const narrowed = {
  type: type.optional(),
  unread: queryFlag.optional(),
  ...bySeverity,
  important: queryFlag.optional(),
  agentRunId: idOf("run").optional(),
  limit: queryInt(1, 100).default(30),
};

export const listNotifications = endpoint({
  name: "listNotifications",
  method: "GET",
  path: "/v2/teams/{teamId}/notifications",
  area,
  summary: "What the caller was told, newest first; `importance` orders one batch by type, then severity, `day` failures first",
  access,
  reads: ["notification"],
  params,
  query: z
    .strictObject({
      ...narrowed,
      batchId: idOf("notification_batch").optional(),
      sort: z.enum(["recency", "importance", "day"]).default("recency"),
      /** Whose days they are. */
      timezone: zone.default("UTC"),
      cursor: placeIn(`${place}|importance:\\d{1,6}|day:[0-2]:${place}`).optional(),
    })
    .refine(notBoth, oneOfBoth)
    .refine((query) => query.sort !== "importance" || query.batchId !== undefined, { path: ["sort"], error: "Give batchId too" })
    .refine((query) => query.cursor === undefined || orderOf(query.cursor) === query.sort, { path: ["cursor"], ...otherCursor }),
  reply: z.strictObject({
    notifications: z.array(Notification),
    nextCursor: z.string().nullable(),
    /** Ours, with the first page by `day`: how many there are without its filters, of warnings and worse, and of changes to review; each up to 100. */
    counts: views.optional(),
  }),
});

export const listNotificationBatches = endpoint({
  name: "listNotificationBatches",
  method: "GET",
  path: "/v2/teams/{teamId}/notifications/batches",
  area,
  summary: "What the caller was told, together by agent, newest first; the filters narrow what each batch counts",
  access,
  reads: ["notification"],
  params,
  query: z
    .strictObject({
      ...narrowed,
      /** `mine`: of agents that the caller created. */
      agents: z.enum(["mine"]).optional(),
      cursor: placeIn(place).optional(),
    })
    .refine(notBoth, oneOfBoth),
  reply: z.strictObject({ batches: z.array(NotificationBatch), nextCursor: z.string().nullable() }),
});

export const getNotificationBatch = endpoint({
  name: "getNotificationBatch",
  method: "GET",
  path: "/v2/teams/{teamId}/notifications/batches/{id}",
  area,
  summary: "One batch; 404 also where none of its members matches the filters",
  access,
  reads: ["notification"],
  params: ofBatch,
  query: z.strictObject({ type: type.optional(), ...bySeverity, agents: z.enum(["mine"]).optional() }).refine(notBoth, oneOfBoth),
  reply: z.strictObject({ batch: NotificationBatch }),
});

export const markNotificationBatchRead = endpoint({
  name: "markNotificationBatchRead",
  method: "POST",
  path: "/v2/teams/{teamId}/notifications/batches/{id}/read",
  area,
  summary: "Mark the unread live members of a batch as read, or those of them that its card counted",
  access,
  changes: ["notification"],
  params: ofBatch,
  body: z
    .strictObject({
      types: z.array(type).min(1).max(11).optional(),
      ...bySeverity,
      openedFrom: z.enum(openedFroms).optional(),
      /** Ours: the highest position that the card showed. What came later stays unread. */
      through: int53.optional(),
    })
    .refine(notBoth, oneOfBoth),
  reply: counted,
});

export const markNotificationRead = endpoint({
  name: "markNotificationRead",
  method: "POST",
  path: "/v2/notifications/{id}/read",
  area,
  summary: "Mark a notification as read; nothing makes it unread again",
  access: ofOne,
  changes: ["notification"],
  params: one,
  reply: Success,
});

export const dismissNotification = endpoint({
  name: "dismissNotification",
  method: "DELETE",
  path: "/v2/notifications/{id}",
  area,
  summary: "Dismiss a notification",
  access: ofOne,
  changes: ["notification"],
  params: one,
  reply: Success,
});

export const markAllNotificationsRead = endpoint({
  name: "markAllNotificationsRead",
  method: "POST",
  path: "/v2/teams/{teamId}/notifications/read-all",
  area,
  summary: "Mark all notifications of the caller in a team as read",
  access,
  changes: ["notification"],
  params,
  reply: counted,
});

export const deleteReadNotifications = endpoint({
  name: "deleteReadNotifications",
  method: "DELETE",
  path: "/v2/teams/{teamId}/notifications/read",
  area,
  summary: "Dismiss what the caller has read in a team, or what is over",
  access,
  changes: ["notification"],
  params,
  reply: counted,
});

export const getUnreadNotificationCount = endpoint({
  name: "getUnreadNotificationCount",
  method: "GET",
  path: "/v2/teams/{teamId}/notifications/unread-count",
  area,
  summary: "How many notifications of the caller in a team are unread",
  access,
  reads: ["notification"],
  params,
  reply: counted,
});
