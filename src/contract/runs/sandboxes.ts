import { mayOpenRun } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { filePath, int53, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const workspace = "/workspace";

/** An absolute path at or below `/workspace`. */
const sandboxPath = z
  .string()
  .max(1035)
  .refine((p) => p.startsWith(`${workspace}/`) && filePath.safeParse(p.slice(workspace.length + 1)).success, {
    error: "Use a whole path below /workspace, such as /workspace/a.csv, without empty parts, “.” or “..”",
  });
const sandboxFolder = z.union([z.literal(workspace), sandboxPath]);

export const SandboxFile = record("SandboxFile", {
  name: z.string(),
  path: z.string(),
  type: z.enum(["file", "dir"]),
  size_bytes: int53,
});
export type SandboxFile = z.output<typeof SandboxFile>;

const area = "Sandboxes";
const access = { scope: "team", by: "sandbox_id", role: "team:member" } as const;
const params = z.strictObject({ sandbox_id: idOf("sandbox") });

export const createSandbox = endpoint({
  name: "createSandbox",
  method: "POST",
  path: "/v2/sandboxes",
  area,
  summary: "Create a sandbox for files before a run; kept for 24 hours after use",
  access: { scope: "team", by: "body.team_id", role: "team:member", unnamed: "self" },
  changes: [],
  body: z.strictObject({
    /** Ours, for a caller with several teams; absent: the key's team, else the caller's first. */
    team_id: idOf("team").optional(),
  }),
  reply: z.strictObject({ sandbox_id: uuid, expires_at: timestamp }),
  status: 201,
  errors: ["too_many"],
  creates: "replayed",
});

export const createSandboxUploadUrl = endpoint({
  name: "createSandboxUploadUrl",
  method: "POST",
  path: "/v2/sandboxes/{sandbox_id}/upload-urls",
  area,
  summary: "A signed address to PUT one file of up to 100 MB to",
  access,
  may: mayOpenRun,
  changes: [],
  params,
  body: z.strictObject({ path: sandboxPath }),
  reply: z.strictObject({ upload_url: z.url(), path: z.string(), expires_in_seconds: z.int() }),
  errors: ["forbidden", "sandbox_expired"],
});

export const listSandboxFiles = endpoint({
  name: "listSandboxFiles",
  method: "GET",
  path: "/v2/sandboxes/{sandbox_id}/files",
  area,
  summary: "The files and folders in one folder of a sandbox",
  access,
  may: mayOpenRun,
  reads: ["sandbox"],
  params,
  query: z.strictObject({ path: sandboxFolder.default(workspace) }),
  reply: z.strictObject({ files: z.array(SandboxFile) }),
  errors: ["forbidden"],
});

export const uploadSandboxFile = endpoint({
  name: "uploadSandboxFile",
  method: "POST",
  path: "/v2/sandboxes/{sandbox_id}/files",
  area,
  summary: "Put one file of up to 10 MB into a sandbox; the body is its bytes",
  access,
  may: mayOpenRun,
  changes: ["sandbox"],
  params,
  query: z.strictObject({ path: sandboxPath }),
  bytes: 10_000_000,
  reply: z.strictObject({ path: z.string(), size_bytes: int53 }),
  status: 201,
  errors: ["forbidden", "sandbox_expired", "storage_full"],
});

export const getSandboxDownloadUrl = endpoint({
  name: "getSandboxDownloadUrl",
  method: "GET",
  path: "/v2/sandboxes/{sandbox_id}/download-url",
  area,
  summary: "A signed address to download one file of a sandbox from",
  access,
  may: mayOpenRun,
  reads: ["sandbox"],
  ours: "A run's results are kept in its sandbox; the specification shows how they are listed, not how they are fetched.",
  params,
  query: z.strictObject({ path: sandboxPath }),
  passing: true,
  reply: z.strictObject({ url: z.url(), expiresAt: timestamp }),
  errors: ["forbidden"],
});
