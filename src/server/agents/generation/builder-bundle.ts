import { createHash } from "node:crypto";
import type { BundleFile, CodeStepData, Config, ModelStepData } from "#contract/agents/config.ts";
import { bucketOf, keepBlob } from "#server/agents/code/code-blobs.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import type { WrittenCode } from "./builder-answer.ts";
import type { EngineServices } from "#server/engine/services.ts";

/**
 * Turns texts that a model wrote into blobs of the team and names them by digest, in the caller's transaction. Files without text are
 * taken from `draft`. Throws the 400 of a file that the draft does not have, and storage_full.
 */
export async function storeBundle(
  { objects }: Pick<EngineServices, "objects">,
  tx: Db,
  { teamId, userId }: { teamId: string; userId: string | null },
  data: ModelStepData | WrittenCode,
  draft: Config | null,
): Promise<ModelStepData | CodeStepData> {
  if (!("language" in data)) return data;
  const { source } = data;
  if (source.kind === "inline") return { ...data, source };
  const kept = new Map(bundleOf(draft).map((file) => [file.path, file]));
  const blobs = new Map<string, Buffer>();
  const files = source.files.map(({ path, content }, i): BundleFile => {
    if (content === undefined) {
      const file = kept.get(path);
      if (!file) throw invalid(["data", "source", "files", i, "content"], `The draft has no file ${path} to keep; give its content`);
      return file;
    }
    const bytes = Buffer.from(content);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    blobs.set(sha256, bytes);
    return { path, sha256, sizeBytes: bytes.length };
  });
  // In one order, so that two transactions which store the same blobs never wait for each other in turn.
  for (const [sha256, bytes] of [...blobs].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await keepBlob(tx, objects, { teamId, userId, sha256, bytes });
  const { startCommand } = source;
  return { ...data, source: { kind: "files", startCommand, bundle: { bucket: bucketOf(teamId), files } } };
}

function bundleOf(config: Config | null): BundleFile[] {
  const source = config && "source" in config.data ? config.data.source : undefined;
  return (source?.kind === "files" && source.bundle?.files) || [];
}
