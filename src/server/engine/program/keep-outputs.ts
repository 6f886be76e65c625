import type { ErrorCode } from "#contract/errors.ts";
import { isFilePath } from "#contract/fields.ts";
import type { Failure } from "#contract/runs/failures.ts";
import { serviceNotes } from "#contract/runs/messages.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { SandboxOutput } from "#server/engine/sandbox/sandbox.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { orRemove } from "#server/library/files/files.store.ts";
import { keepSandboxOutputs, newSandboxKey } from "#server/runs/sandboxes/sandbox-files.store.ts";
import type { ProgramServices } from "./program-services.ts";
import { redactFile } from "#server/engine/secrets/redacted-output.ts";
import type { Redactor } from "#server/engine/secrets/redactor.ts";
import { requireLease } from "#server/engine/log/run-log.ts";
import type { HeldRun } from "#server/engine/log/run-record.ts";

/** Results without values of secrets. A file that is no text cannot have them taken out, so it is not kept. */
export function keepable(redactor: Redactor, outputs: readonly SandboxOutput[]): { kept: SandboxOutput[]; refused: string[] } {
  const kept: SandboxOutput[] = [];
  const refused: string[] = [];
  for (const { path, bytes } of outputs) {
    const clean = isFilePath(path) && redactor.text(path) === path ? redactFile(redactor, bytes) : undefined;
    if (clean) kept.push({ path, bytes: clean });
    else if (!isFilePath(path)) refused.push(`${serviceNotes.notKept} of its name: ${path}`);
    else refused.push(`${serviceNotes.notKept} it shows a secret: ${path}`);
  }
  return { kept, refused };
}

/** What has no room for results: the team's storage or the sandbox. */
const fullCodes: { readonly [code in ErrorCode]?: Failure["code"] } = {
  storage_full: "storage_full",
  too_many: "too_many_outputs",
  payload_too_large: "output_too_large",
};

/** `held`: bytes of all files that the sandbox then has. Keeps all of the results together with `also`, or none where there is no room for them: then it says so. */
export async function keepOutputs(
  services: ProgramServices,
  run: HeldRun,
  sandboxId: string,
  outputs: { path: string; bytes: Buffer }[],
  also: (tx: Db, paths: string[]) => Promise<void>,
): Promise<{ outputs: string[]; full?: Failure; held: number }> {
  const kept = await Promise.all(
    outputs.map(async ({ path, bytes }) => {
      const object_key = newSandboxKey(sandboxId);
      await services.objects.put(object_key, bytes);
      return { path, object_key, size_bytes: bytes.length };
    }),
  );
  const paths = kept.map((k) => k.path);
  if (kept.length === 0) return { outputs: [], held: 0 };
  const keys = kept.map((k) => k.object_key);
  const keep = () =>
    services.store.db.transaction(async (tx) => {
      await requireLease(tx, run);
      const bytes = await keepSandboxOutputs(tx, sandboxId, kept);
      await also(tx, paths);
      return bytes;
    });
  let held;
  try {
    held = await orRemove(services.objects, keys, keep);
  } catch (error) {
    const code = error instanceof Refusal && fullCodes[error.code];
    if (!code) throw error;
    const message = `These results were not kept: ${paths.toSorted().slice(0, 20).join(", ")}. ${error.message}`;
    return { outputs: [], full: { code, message }, held: 0 };
  }
  services.live.publish({ teamId: run.team_id, topic: "sandbox", id: sandboxId, userId: run.user_id });
  return { outputs: paths, held };
}
