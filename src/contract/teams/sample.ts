import { endpoint } from "#contract/endpoint.ts";
import { int53 } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** `load_failed` and `removal_failed`: it was tried several times. What was made or removed until then stays so, and asking again goes on from there. */
export const sampleStatuses = ["absent", "loading", "loaded", "load_failed", "removing", "removal_failed"] as const;
export type SampleStatus = (typeof sampleStatuses)[number];

/** What the sample is made of, and what people add inside it. */
export const sampleKinds = [
  "agent",
  "revision",
  "run",
  "queue",
  "case",
  "dashboard",
  "process",
  "capture",
  "connection",
  "webhook_source",
  "file",
] as const;
export type SampleKind = (typeof sampleKinds)[number];

const SampleContents = record("SampleContents", { kind: z.enum(sampleKinds), count: int53, by_people: int53 });
export const SampleWorkspace = record("SampleWorkspace", {
  status: z.enum(sampleStatuses),
  /** Parts of the load that are done. */
  done: int53,
  parts: int53,
  error: z.string().nullable(),
  /** What a removal takes along of each kind that there is, and how many of these people made. */
  holds: z.array(SampleContents),
  /** Files of the sample that somebody changed: they stay. */
  changed_files: int53,
});
export type SampleWorkspace = z.output<typeof SampleWorkspace>;

const area = "Team";
const path = "/v2/teams/{teamId}/sample-workspace";
const params = z.strictObject({ teamId: idOf("team") });
const ours = "No source has a sample workspace; the console offers one to teams that look for what an agent can do.";
const managing = { scope: "team", by: "teamId", role: "team:manager" } as const;

export const getSampleWorkspace = endpoint({
  name: "getSampleWorkspace",
  method: "GET",
  path,
  area,
  summary: "How far the sample workspace is, and what removing it takes along",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["sample"],
  ours,
  params,
  reply: SampleWorkspace,
});

export const loadSampleWorkspace = endpoint({
  name: "loadSampleWorkspace",
  method: "PUT",
  path,
  area,
  summary: "Load the sample workspace",
  access: managing,
  records: "sample_workspace.loaded",
  changes: ["sample"],
  ours,
  params,
  reply: SampleWorkspace,
  status: 202,
  errors: ["sample_busy"],
});

export const removeSampleWorkspace = endpoint({
  name: "removeSampleWorkspace",
  method: "DELETE",
  path,
  area,
  summary: "Remove the sample workspace with all work inside it",
  access: managing,
  records: "sample_workspace.removed",
  changes: ["sample"],
  ours,
  params,
  reply: SampleWorkspace,
  status: 202,
  errors: ["sample_busy"],
});
