import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { getClarityProcess, updateClarityProcess } from "#contract/clarity/processes.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import type { Reply } from "#contract/endpoint.ts";
import { captureOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type ModelServer, startModelServer, type WireReply } from "#server/testing/model-server.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { compatible } from "#server/testing/wire-dialects.ts";

/** A service whose models are those of a provider. */
export async function startWithProvider(): Promise<{ provider: ModelServer; service: TestService; close: () => Promise<void> }> {
  const provider = await startModelServer();
  const service = await startService({ env: { MODEL_BASE_URL: `${provider.url}/v1`, MODEL_DEFAULT: compatible.model } });
  return {
    provider,
    service,
    async close() {
      await service.close();
      await provider.close();
    },
  };
}

let made = 0;

/** A described process with one capture, of which the provider is asked by a name of its own. */
export async function namedProcess(service: TestService): Promise<{ process_id: string; capture_id: string; name: string }> {
  const ids = await captureOf(stageFor(service));
  const name = `Pay invoice ${(made += 1)} of this test`;
  await service.ok(updateClarityProcess, { params: { process_id: ids.process_id }, body: { name } });
  return { ...ids, name };
}

export const shownProcess = (service: TestService, process_id: string): Promise<Reply<typeof getClarityProcess>> =>
  service.ok(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });

export const generateAs = (service: TestService, process_id: string, kind: SnapshotKind, body = {}): Promise<unknown> =>
  service.ok(generateClarityProcessSnapshot, { params: { process_id, kind }, body }, { as: "builder" });

/** The process once nothing is generated of it any more. */
export const generated = (service: TestService, process_id: string): Promise<Reply<typeof getClarityProcess>> =>
  comes("the end of the generation", async () => {
    const found = await shownProcess(service, process_id);
    return found.process.generation_progress === null ? found : undefined;
  });

/** An answer of the provider that calls a tool. */
export const called = (name: string, args: object): WireReply => ({
  body: [...compatible.call(name, JSON.stringify(args)), ...compatible.end("tool_calls")],
});
