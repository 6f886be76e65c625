import { and, eq, inArray } from "drizzle-orm";
import { type BundleFile, type Config, type StepType, stepOf } from "#contract/agents/config.ts";
import type { Db } from "#server/platform/db/open.ts";
import { codeBlobs } from "#server/agents/agents/agents.table.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { bucketOf, needBlobs } from "#server/agents/code/code-blobs.store.ts";
import { normalizeConfig } from "./normalize-config.ts";

/**
 * What the contract cannot know about a configuration: the agent's family of step, and whether the bundle's files were uploaded to the
 * team's bucket. Returns it with its defaults. `field` leads to the configuration in the body. Throws step_family_fixed, wrong_bucket,
 * missing_blobs or the 400 of a field.
 */
export async function checkConfig(db: Db, agent: { team_id: string; type: StepType }, config: Config, field: string[]): Promise<Config> {
  if (stepOf(config) !== agent.type) throw refuse("step_family_fixed");
  const source = "source" in config.data ? config.data.source : undefined;
  const bundle = source?.kind === "files" ? source.bundle : undefined;
  if (bundle) {
    if (bundle.bucket !== bucketOf(agent.team_id)) throw refuse("wrong_bucket");
    const files = [...field, "data", "source", "bundle", "files"];
    checkPaths(bundle.files, files);
    await checkBlobs(db, agent.team_id, bundle.files, files);
  }
  return normalizeConfig(config);
}

/** No file system can hold a file and a folder of the same name. */
function checkPaths(files: readonly BundleFile[], field: string[]): void {
  const paths = new Set(files.map((f) => f.path));
  for (const [i, { path }] of files.entries()) {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const folder = path.slice(0, end);
      if (paths.has(folder)) throw invalid([...field, i, "path"], `${folder} is a file of this bundle and cannot be a folder too`);
    }
  }
}

async function checkBlobs(db: Db, teamId: string, files: readonly BundleFile[], field: string[]): Promise<void> {
  const digests = [...new Set(files.map((f) => f.sha256))];
  if (digests.length === 0) return;
  await needBlobs(db, teamId, digests);
  const known = await db
    .select({ sha256: codeBlobs.sha256, size_bytes: codeBlobs.size_bytes })
    .from(codeBlobs)
    .where(and(eq(codeBlobs.team_id, teamId), inArray(codeBlobs.sha256, digests)));
  const sizes = new Map(known.map((blob) => [blob.sha256, blob.size_bytes]));
  const missing = digests.filter((digest) => !sizes.has(digest));
  if (missing.length > 0) throw refuse("missing_blobs", undefined, { missing });
  for (const [i, file] of files.entries()) {
    const size = sizes.get(file.sha256);
    if (size !== file.sizeBytes) throw invalid([...field, i, "sizeBytes"], `The uploaded file has ${size} bytes`);
  }
}
