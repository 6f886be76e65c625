import { createHash } from "node:crypto";
import type { BundleFile, CodeStepData, Config, ModelStepData } from "#contract/agents/config.ts";
import { bringBlob, type BroughtBlob, bucketOf, keepBlob } from "#server/agents/code/code-blobs.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import type { WrittenCode } from "./builder-answer.ts";
import type { EngineServices } from "#server/engine/services.ts";

/** The texts that a model wrote, as bytes by digest, stored outside of any transaction. */
export async function bringBundle(
  { objects }: Pick<EngineServices, "objects">,
  teamId: string,
  data: ModelStepData | WrittenCode,
): Promise<BroughtBlob[]> {
  if (!("language" in data) || data.source.kind === "inline") return [];
  const texts = new Map(data.source.files.flatMap(({ content }) => (content === undefined ? [] : [[digestOf(content), content]])));
  return Promise.all([...texts].map(([sha256, content]) => bringBlob(objects, teamId, sha256, Buffer.from(content))));
}

/**
 * Makes what {@link bringBundle} stored blobs of the team and names them by digest, in the caller's transaction. Files without text are
 * taken from `draft`. Throws the 400 of a file that the draft does not have, and storage_full.
 */
export async function storeBundle(
  tx: Db,
  owner: { teamId: string; userId: string | null },
  data: ModelStepData | WrittenCode,
  draft: Config | null,
  brought: readonly BroughtBlob[],
): Promise<ModelStepData | CodeStepData> {
  if (!("language" in data)) return data;
  const { source } = data;
  if (source.kind === "inline") return { ...data, source };
  const kept = new Map(bundleOf(draft).map((file) => [file.path, file]));
  const files = source.files.map(({ path, content }, i): BundleFile => {
    if (content !== undefined) return { path, sha256: digestOf(content), sizeBytes: Buffer.byteLength(content) };
    const file = kept.get(path);
    if (!file) throw invalid(["data", "source", "files", i, "content"], `The draft has no file ${path} to keep; give its content`);
    return file;
  });
  // In one order, so that two transactions which store the same blobs never wait for each other in turn.
  for (const blob of brought.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) await keepBlob(tx, owner, blob);
  const { startCommand } = source;
  return { ...data, source: { kind: "files", startCommand, bundle: { bucket: bucketOf(owner.teamId), files } } };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function bundleOf(config: Config | null): BundleFile[] {
  const source = config && "source" in config.data ? config.data.source : undefined;
  return (source?.kind === "files" && source.bundle?.files) || [];
}
