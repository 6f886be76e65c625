import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { agentWith, brief, messagesOf, settled, startRunOf } from "#server/testing/agents.ts";
import { type ModelServer, startModelServer } from "#server/testing/model-server.ts";
import { refusing } from "#server/testing/provider-rules.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import type { Scene } from "./scene.cases.ts";

/** Plays scenes of models, each in a run of its own, against a provider that refuses what the real ones refuse. */
export function playScenes(scenes: readonly Scene[]): void {
  let provider: ModelServer;
  let service: TestService;

  beforeAll(async () => {
    provider = await startModelServer();
    for (const name of ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"]) vi.stubEnv(name, `${provider.url}/v1`);
    const keys = { MODEL_API_KEY: "own-key", OPENAI_API_KEY: "openai-key", ANTHROPIC_API_KEY: "anthropic-key" };
    service = await startService({ env: { MODEL_BASE_URL: `${provider.url}/v1`, ...keys } });
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
    vi.unstubAllEnvs();
  });

  it.each(scenes)("$dialect.path: $name", async ({ name, dialect, model = dialect.model, replies, rules = [], ...expected }) => {
    const key = `<scene ${scenes.findIndex((scene) => scene.name === name)}>`;
    provider.on(key, replies, refusing(dialect, ...rules));
    const { id } = await agentWith(service, { version: "v1", data: { model, input: "You check invoices." } });
    const runId = await startRunOf(service, id, { message: key });
    const run = await settled(service, runId);
    const tells = brief(await messagesOf(service, runId));
    const { tells: told, asks = {}, never = [], fails } = expected;
    expect({ status: run.status, failure: run.failure, tells: tells.slice(2) }).toEqual({
      status: fails ? "failed" : "completed",
      failure: fails ?? null,
      tells: told,
    });
    const asked = provider.asked(key);
    expect(asked).toHaveLength(expected.asked ?? replies.length);
    for (const [at, parts] of Object.entries(asks)) for (const part of parts) expect(asked[Number(at) - 1]).toContain(part);
    for (const part of never) expect(asked.join("\n")).not.toContain(part);
  });
}
