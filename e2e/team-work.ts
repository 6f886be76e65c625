import { createHash } from "node:crypto";
import { expect } from "./expect.ts";
import { type Agent, createAgent } from "#contract/agents/agents.ts";
import { listMissingCodeBlobs, putCodeBlob } from "#contract/agents/code-blobs.ts";
import type { CodeStepData, Config } from "#contract/agents/config.ts";
import { createRevision, promoteRevision, type Revision } from "#contract/agents/revisions.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import type { Run, RunDetails, RunStatus } from "#contract/runs/run.ts";
import { getSession } from "#contract/teams/session.ts";
import { type Api, createApi } from "./api.ts";

export interface TeamWork extends Api {
  readonly teamId: string;
  /** An agent that follows the steps of the scripted model. */
  createAgent(name: string, steps: string, files?: string[]): Promise<Agent>;
  /** An agent that runs a Python program of one file or of several. */
  createCodeAgent(name: string, program: string | Record<string, string>, files?: string[]): Promise<Agent>;
  /** A further revision of an agent, live when `live` says so. */
  addRevision(agent: Agent, config: Config, live: boolean): Promise<Revision>;
  stepsOf(steps: string, files?: string[]): Config;
  putFile(path: string, content: string): Promise<void>;
  startRun(agent: Agent, message?: string): Promise<Run>;
  /** Starts a run and waits until it has that state. */
  runUntil(agent: Agent, status: RunStatus, message?: string): Promise<RunDetails>;
  waitFor(runId: string, status: RunStatus): Promise<RunDetails>;
  approve(runId: string): Promise<void>;
}

/** What the owner of a key does in their first team through the API, where the console is not what is tested. */
export async function workInTeam(url: string, key: string): Promise<TeamWork> {
  const api = createApi(url, key);
  const { session } = await api.call(getSession, {});
  const teamId = session.teams[0]?.id ?? "";
  const params = { teamId };

  const create = async (name: string, config: Config) =>
    (await api.call(createAgent, { params, body: { name, build: { name: "First revision", config } } })).agent;
  const bundle = async (files: Record<string, string>): Promise<CodeStepData["source"]> => {
    const blobs = Object.entries(files).map(([path, text]) => {
      const bytes = new TextEncoder().encode(text);
      return { bytes, entry: { path, sha256: createHash("sha256").update(bytes).digest("hex"), sizeBytes: bytes.length } };
    });
    const texts = new Map(blobs.map(({ bytes, entry }) => [entry.sha256, bytes]));
    const { bucket, missing } = await api.call(listMissingCodeBlobs, { params, body: { sha256: [...texts.keys()] } });
    for (const [sha256, bytes] of texts) if (missing.includes(sha256)) await api.call(putCodeBlob, { params: { teamId, sha256 }, bytes });
    return { kind: "files", startCommand: "python main.py", bundle: { bucket, files: blobs.map(({ entry }) => entry) } };
  };
  const detailsOf = async (run_id: string) => api.call(getRunDetails, { params: { run_id } });
  const waitFor = async (runId: string, status: RunStatus) => {
    await expect.poll(async () => (await detailsOf(runId)).run.status, { intervals: [50, 100, 250] }).toBe(status);
    return (await detailsOf(runId)).run;
  };
  const startRun = async (agent: Agent, message?: string) =>
    (await api.call(startTeamRun, { params, body: { agent_id: agent.id, ...(message ? { message } : {}) } })).run;
  const stepsOf = (steps: string, files: string[] = []): Config => ({ version: "v1", data: { model: "scripted", input: steps, files } });

  return {
    ...api,
    teamId,
    stepsOf,
    createAgent: (name, steps, files) => create(name, stepsOf(steps, files)),
    createCodeAgent: async (name, program, files = []) => {
      const source = typeof program === "string" ? ({ kind: "inline", code: program } as const) : await bundle(program);
      return create(name, { version: "v1", data: { language: "python", source, files } });
    },
    addRevision: async (agent, config, live) => {
      const { build } = await api.call(createRevision, { params: { agent_id: agent.id }, body: { name: "Further revision", config } });
      if (live) await api.call(promoteRevision, { params: { build_id: build.id }, body: {} });
      return build;
    },
    putFile: async (path, content) => void (await api.call(updateFileContent, { params: { teamId, path }, body: { content } })),
    startRun,
    runUntil: async (agent, status, message) => waitFor((await startRun(agent, message)).id, status),
    waitFor,
    approve: async (run_id) => {
      const {
        human_requests: [request],
      } = await detailsOf(run_id);
      await api.call(respondToHumanRequest, { params: { run_id, request_id: request?.id ?? "" }, body: { approved: true } });
    },
  };
}
