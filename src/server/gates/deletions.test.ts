import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteClarityCapture, previewClarityCaptureDeletion } from "#contract/clarity/captures.ts";
import { type Deletion, type EffectKind, changedKinds, deletedKinds, effectsOf, maxNamed, stoppedKinds } from "#contract/deletion.ts";
import { allEndpoints } from "#contract/index.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { deletionSubjects as subjects } from "./deletions/subjects.ts";
import { captureOf } from "./stage/clarity.ts";
import { type Stage, stageFor } from "./stage/stage.ts";
import { quiet, storeDigest } from "./store-digest.ts";

let service: TestService;
let stage: Stage;
beforeAll(async () => {
  service = await startService();
  stage = stageFor(service);
});
afterAll(() => service.close());

const uses = ["revision_slot_queues", "revision_secrets", "revision_logins", "slot_pins", "revision_slots", "revisions"];

/** The tables whose rows each part of a preview speaks for. */
const spokenFor: Record<EffectKind, readonly string[]> = {
  agents: ["agents"],
  queues: ["queues"],
  folders: ["agent_folders"],
  revisions: ["revisions"],
  cases: ["cases", "case_texts", "case_labels", "case_events", "case_evaluations"],
  attachments: ["case_attachments", "orphaned_objects"],
  labels: ["queue_labels"],
  rubrics: ["queue_rubrics", "queue_versions"],
  views: ["list_views"],
  triggers: ["case_triggers"],
  paused: ["case_triggers"],
  schedules: ["schedules", "schedule_firings"],
  eventTriggers: ["event_triggers", "trigger_matches"],
  connections: ["connections"],
  keys: ["api_keys"],
  ownSchedules: ["schedules"],
  ownTriggers: ["event_triggers"],
  ownCredentials: [],
  memory: ["memory_files", "memory_changes"],
  suggestions: ["suggestions"],
  files: ["skill_files", "orphaned_objects"],
  versions: ["file_versions", "orphaned_objects"],
  runs: ["runs", "run_messages"],
  asked: [],
  requests: ["human_requests", "case_approval_batches", "case_approvals"],
  jobs: ["case_jobs"],
  generations: ["builder_runs"],
  scheduled: ["schedules"],
  listening: ["event_triggers"],
  pausedSchedules: ["schedules"],
  pausedTriggers: ["event_triggers"],
  starts: ["case_triggers"],
  started: ["case_triggers"],
  waiting: [],
  idle: [],
  live: uses,
  automatic: ["case_triggers"],
  drafts: uses,
  previous: uses,
  automations: ["automation_revision_queues", "automation_revision_agents"],
  running: [],
  routed: ["automation_revision_queues"],
  granted: ["connection_grants", "slot_pins"],
  adders: [],
  assigned: ["cases"],
  labeled: ["case_labels", "cases"],
  filters: [],
  unfiled: ["agents"],
  unfiledQueues: ["queues"],
};

/** Deletions that do nothing beyond the thing itself, and why a preview would say nothing. */
const simple: Readonly<Record<string, string>> = {
  signOut: "Nothing is deleted but the session.",
  removeNotificationChat: "Nothing refers to it; its address can be set again.",
  signOutEverywhere: "Nothing is deleted but sessions; keys go only where somebody says so.",
  removeSecondFactor: "Nothing refers to it, and it asks for the password.",
  removeProviderLink: "Nothing refers to it, it asks for the password, and can be made again.",
  revokeApiKey: "Nothing here knows which programs use a key; the list of keys says how many others it made.",
  removeAutomationRevisionAgent: "Edits a draft, and can be undone.",
  deleteAutomationRevision: "Only drafts, which nothing runs or refers to.",
  discardRevision: "Takes back the draft that was just written, and is refused where an automation names it.",
  removeRevisionIntegration: "Edits a revision, on the page that shows the rest of it.",
  unpinRevisionIntegrationConnection: "Edits a person's own choice, on the page that shows the rest of it.",
  detachRevisionLogin: "Edits a revision, on the page that shows the rest of it.",
  detachRevisionSecret: "Edits a revision, on the page that shows the rest of it.",
  deleteSchedule: "Can be undone; runs that it started stay.",
  deleteEvalRubric: "Can be undone; evaluations keep what they found.",
  deleteCaseQueueEvalRubric: "Can be undone; evaluations keep what they found.",
  deleteCaseView: "Can be undone; nothing refers to a view.",
  deleteTeamInvite: "Nobody has it yet; another invite does the same.",
  deleteOrganizationInvite: "Nobody has it yet; another invite does the same.",
  declineJoinRequest: "They may ask again.",
  revertClarityProcessSnapshot: "A version is archived, and nothing hangs on it.",
  deleteClarityProcessInviteLink: "What was said by it stays; a new link does the same.",
  deleteTeamInviteLink: "Who joined by it stays; a new link does the same.",
  dismissNotification: "Nothing refers to it, and what it is about stays.",
  deleteReadNotifications: "Nothing refers to them, and what they are about stays.",
  deleteClarityLandscapeNode: "The landscape, which is on the screen, shows what is inside it.",
  deleteClarityProcessLabel: "Edits a list that says on how many processes each label is.",
  deleteClarityProcessLink: "Nothing refers to a link, and the same can be made again.",
  deleteClarityProcess: "Only its captures and versions, which are its own, and its place; its page counts them.",
  deleteDashboard: "Only its versions and its conversation, which are its own.",
  detachDashboardConnection: "Edits a dashboard, on the page that shows the rest of it; the connection stays.",
  deleteListView: "Can be undone; nothing refers to a view.",
  deleteCaseAttachment: "Only its case has it.",
};

/** Deletions whose preview names something without a page of its own, or counts many things by their kind, in a shape of its own. */
const ownShapes = ["deleteClarityCapture", "removeSampleWorkspace"];

/** The tables whose rows refer to rows of another. */
async function referrersOf(table: string): Promise<string[]> {
  const { rows } = await service.pool.query<{ name: string }>(
    "select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = $1::regclass order by 1",
    [table],
  );
  return rows.map(({ name }) => name);
}

const countsOf = (deletion: Deletion) => Object.fromEntries(effectsOf(deletion).map(({ kind, count }) => [kind, count]));

describe("a preview names what its deletion touches", () => {
  it.each(Object.entries(subjects))("%s", async (_name, { table, make, shows, unspoken = {}, stays }) => {
    const { preview, remove } = await make(stage);
    await quiet(service);
    const told = await preview();
    expect(countsOf(told)).toEqual(shows);
    for (const { named, count } of effectsOf(told)) if (named.length > 0) expect(named).toHaveLength(Math.min(count, maxNamed));
    const before = await storeDigest(service);
    await remove();
    await quiet(service);
    const after = await storeDigest(service);
    const spoken = effectsOf(told).flatMap(({ kind }) => spokenFor[kind]);
    // What happened is written down, and no preview need say so.
    const left = (tables: readonly string[]) =>
      tables.filter((name) => name !== table && name !== "events" && !spoken.includes(name) && !(name in unspoken));
    expect(left(Object.keys(after).filter((name) => before[name] !== after[name])), "changed, and not in the preview").toEqual([]);
    if (!stays) expect(left(await referrersOf(table)), "refers to what is deleted, and not in the preview").toEqual([]);
  });

  it("steps that lose the support of a capture", async () => {
    const { process_id: id, capture_id: captureId } = await captureOf(stage);
    const input = { params: { id, captureId } };
    const { steps } = await service.ok(previewClarityCaptureDeletion, input);
    expect(steps.map(({ kind, step_id }) => [kind, step_id])).toEqual([
      ["current_process", "check"],
      ["transformation_proposal", "check"],
    ]);
    await quiet(service);
    const before = await storeDigest(service);
    await service.ok(deleteClarityCapture, input);
    await quiet(service);
    const after = await storeDigest(service);
    // Evidence is of the capture, as the state of an interview is, the steps are in the versions, and the process says when it last changed.
    const spoken = [
      "clarity_captures",
      "clarity_evidence",
      "clarity_interviews",
      "clarity_processes",
      "clarity_snapshots",
      "events",
      "orphaned_objects",
    ];
    expect(Object.keys(after).filter((name) => before[name] !== after[name] && !spoken.includes(name))).toEqual([]);
    const referrers = ["clarity_evidence", "clarity_generations", "clarity_interviews", "clarity_promises", "clarity_requests"];
    expect(await referrersOf("clarity_captures")).toEqual(referrers);
  });

  it("of every kind", () => {
    const shown = new Set(Object.values(subjects).flatMap(({ shows }) => Object.keys(shows)));
    expect([...deletedKinds, ...stoppedKinds, ...changedKinds].filter((kind) => !shown.has(kind))).toEqual([]);
  });

  it("wherever something can be deleted", () => {
    const deletions = allEndpoints.filter(({ method }) => method === "DELETE").map(({ name }) => name);
    expect(deletions.toSorted()).toEqual([...Object.keys(subjects), ...Object.keys(simple), ...ownShapes].toSorted());
  });
});
