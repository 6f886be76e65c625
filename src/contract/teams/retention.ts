import { endpoint } from "#contract/endpoint.ts";
import { int53, queryInt, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** What runs and cases leave behind. */
export const workKinds = ["runs", "sandboxes", "verdicts", "case_events"] as const;
export type WorkKind = (typeof workKinds)[number];

/**
 * What can be removed after a time. `runs` go with their transcripts, requests and files; `sandboxes` are the files of runs alone; `verdicts` are
 * what judges found in runs and cases; `case_events` are the history of closed cases; `audit_entries` are the audit log.
 */
export const retentionKinds = [...workKinds, "audit_entries"] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/**
 * The shortest keeps a slip of the finger from taking what people still work with, and of the audit log what somebody would rather not be asked
 * about.
 */
export const fewestDays: Readonly<Record<RetentionKind, number>> = {
  runs: 7,
  sandboxes: 7,
  verdicts: 7,
  case_events: 7,
  audit_entries: 90,
};
/** Ten years. */
export const mostDays = 3650;

/** What a person enters: days after the end of a run, after an evaluation, after a case was closed, or after an entry was written. */
export function keptFor(kind: RetentionKind) {
  return z.strictObject({ days: z.int().min(fewestDays[kind]).max(mostDays) });
}
/** Null: it is kept for ever. */
const days = (kind: RetentionKind) => keptFor(kind).shape.days.nullable();
const RetentionDays = record("RetentionDays", {
  runs: days("runs"),
  sandboxes: days("sandboxes"),
  verdicts: days("verdicts"),
  case_events: days("case_events"),
  audit_entries: days("audit_entries"),
});
export type RetentionDays = z.output<typeof RetentionDays>;
export type WorkDays = Pick<RetentionDays, WorkKind>;
/** While nobody has chosen. */
export const usualRetention: RetentionDays = { runs: null, sandboxes: null, verdicts: null, case_events: null, audit_entries: 365 };

export const Retention = record("Retention", {
  ...RetentionDays.shape,
  /** Null: nobody has changed it yet. */
  updated_at: timestamp.nullable(),
  updated_by: uuid.nullable(),
  updated_by_name: z.string().nullable(),
});
export type Retention = z.output<typeof Retention>;

/** `first_at`: when the first of it goes, which may be in the past; null where there is nothing, or it is kept for ever. */
const Going = record("GoingCount", { count: int53, first_at: timestamp.nullable() });
export const RetentionPreview = record("RetentionPreview", {
  runs: Going,
  /** Those of the runs that go are among them. */
  sandboxes: z.strictObject({ ...Going.shape, bytes: int53 }),
  verdicts: Going,
  /** `cases`: of how many cases. */
  case_events: z.strictObject({ ...Going.shape, cases: int53 }),
  audit_entries: Going,
});
export type RetentionPreview = z.output<typeof RetentionPreview>;

const area = "Organizations";
const params = z.strictObject({ orgId: idOf("organization") });
const ours = "No source says how long things are kept.";

export const getRetention = endpoint({
  name: "getRetention",
  method: "GET",
  path: "/v2/organizations/{orgId}/retention",
  area,
  summary: "How long an organization keeps what runs and cases leave behind, and its audit log",
  access: { scope: "organization", by: "orgId", role: "organization:member" },
  reads: ["retention"],
  ours,
  params,
  reply: z.strictObject({ retention: Retention }),
});

export const updateRetention = endpoint({
  name: "updateRetention",
  method: "PATCH",
  path: "/v2/organizations/{orgId}/retention",
  area,
  summary: "Change how long an organization keeps things; what is older is removed from then on",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  records: "organization.retention_changed",
  changes: ["retention"],
  ours,
  params,
  body: RetentionDays.partial(),
  reply: z.strictObject({ retention: Retention }),
});

const queryDays = (kind: RetentionKind) => queryInt(fewestDays[kind], mostDays).optional();
export const previewRetention = endpoint({
  name: "previewRetention",
  method: "GET",
  path: "/v2/organizations/{orgId}/retention/preview",
  area,
  summary: "What would go at once if things were kept for so many days; a kind without days is kept forever",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  reads: ["retention"],
  ours,
  params,
  query: z.strictObject({
    runs: queryDays("runs"),
    sandboxes: queryDays("sandboxes"),
    verdicts: queryDays("verdicts"),
    case_events: queryDays("case_events"),
    audit_entries: queryDays("audit_entries"),
  }),
  reply: z.strictObject({ preview: RetentionPreview }),
});
