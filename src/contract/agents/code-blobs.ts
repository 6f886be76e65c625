import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { BundleFile, maxBundleFileBytes } from "./config.ts";

const area = "Code blobs";
const ours = "A bundle names its files by digest; these operations bring the bytes in and out.";
const sha256 = BundleFile.shape.sha256;

export const listMissingCodeBlobs = endpoint({
  name: "listMissingCodeBlobs",
  method: "POST",
  path: "/v2/teams/{teamId}/code-blobs/missing",
  area,
  summary: "Which of these digests still have to be uploaded, and the name of the team's bucket",
  access: { scope: "team", by: "teamId", role: "team:builder" },
  changes: [],
  ours,
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject({ sha256: z.array(sha256).max(200) }),
  reply: z.strictObject({ bucket: z.string(), missing: z.array(z.string()) }),
});

export const putCodeBlob = endpoint({
  name: "putCodeBlob",
  method: "PUT",
  path: "/v2/teams/{teamId}/code-blobs/{sha256}",
  area,
  summary: "Upload one file of a bundle; its digest is checked. Uploading it again changes nothing",
  access: { scope: "team", by: "teamId", role: "team:builder" },
  changes: [],
  ours,
  params: z.strictObject({ teamId: idOf("team"), sha256 }),
  bytes: maxBundleFileBytes,
  reply: z.strictObject({ sha256: z.string(), sizeBytes: z.int() }),
  errors: ["digest_mismatch", "storage_full"],
});

export const getCodeBlob = endpoint({
  name: "getCodeBlob",
  method: "GET",
  path: "/v2/teams/{teamId}/code-blobs/{sha256}",
  area,
  summary: "One file of a bundle as text, for the code editor",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: [],
  ours,
  params: z.strictObject({ teamId: idOf("team"), sha256 }),
  reply: z.strictObject({ sha256: z.string(), content: z.string() }),
  errors: ["not_text"],
});
