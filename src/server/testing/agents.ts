import type { Config } from "#contract/agents/config.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { listRunMessages, type RunMessage } from "#contract/runs/messages.ts";
import { getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import { type RunDetails, type RunStatus, terminalStatuses } from "#contract/runs/run.ts";
import type { CallOptions, TestService } from "./service.ts";
import { comes } from "./patience/comes.ts";

/** A model step that follows written steps. */
export function scripted(...steps: string[]): Config {
  return { version: "v1", data: { model: "scripted", input: steps.join("\n") } };
}

/** A code step with one program. */
export function python(code: string, more: { files?: string[]; timeoutMs?: number } = {}): Config {
  return { version: "v1", data: { language: "python", source: { kind: "inline", code }, ...more } };
}

/** An agent whose first revision is live. */
export async function agentWith(service: TestService, config: Config, options?: CallOptions): Promise<{ id: string; buildId: string }> {
  const { agent, build } = await service.ok(
    createAgent,
    { params: { teamId: service.teamId }, body: { name: "Agent", build: { name: "First", config } } },
    options,
  );
  return { id: agent.id, buildId: build?.id ?? "" };
}

export async function startRunOf(
  service: TestService,
  agentId: string,
  body: { message?: string; sandbox_id?: string; webhook_url?: string } = {},
  options?: CallOptions,
): Promise<string> {
  const { run } = await service.ok(startTeamRun, { params: { teamId: service.teamId }, body: { agent_id: agentId, ...body } }, options);
  return run.id;
}

/** Waits until a run is in one of these states, by default an end or a wait for a person. */
export async function settled(
  service: TestService,
  runId: string,
  states: readonly RunStatus[] = [...terminalStatuses, "waiting"],
  options?: CallOptions,
): Promise<RunDetails> {
  let last: RunDetails | undefined;
  const look = async () => {
    ({ run: last } = await service.ok(getRunDetails, { params: { run_id: runId } }, options));
    return states.includes(last.status) ? last : undefined;
  };
  return comes(`A run that is ${states.join(" or ")}`, look, { restMs: 20, seen: () => [last?.status, last?.wait] });
}

export async function messagesOf(service: TestService, runId: string, options?: CallOptions): Promise<RunMessage[]> {
  const all: RunMessage[] = [];
  for (;;) {
    const input = { params: { run_id: runId }, query: { limit: 50, offset: all.length } };
    const { messages, total } = await service.ok(listRunMessages, input, options);
    all.push(...messages);
    if (all.length >= total || messages.length === 0) return all;
  }
}

/** A transcript in short, as in `assistant text: Done`. */
export function brief(messages: readonly RunMessage[]): string[] {
  return messages.map(
    (m) =>
      `${m.subtype ?? m.role} ${m.type}: ${m.text_content ?? m.tool_call?.name ?? m.tool_result?.error ?? JSON.stringify(m.tool_result?.result)}`,
  );
}
