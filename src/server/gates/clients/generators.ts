import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A generator of clients, as a customer would run it. */
export interface Generator {
  readonly name: string;
  /** The program and its arguments; it writes `client.ts`. */
  command(folder: string, document: string): Promise<readonly [string, ...string[]]>;
  /** Fits its client to the main job. Compiled beside the client, so that each type in it has to be there under its name. */
  readonly adapter: string;
}

const heads = `import { mainJob, type Client } from "./main-job.ts";
import * as api from "./client.ts";
import type { Agent, Case, Label, Queue, Revision, Run, RunMessage, Skill } from "./client.ts";

const { URL: baseUrl = "", KEY: key = "", TEAM: team = "" } = process.env;
const headers = { authorization: \`Bearer \${key}\` };
const nobody = "00000000-0000-4000-8000-000000000000";
/** Names that a program uses for what it keeps. */
export interface Kept { agent: Agent; revision: Revision; run: Run; messages: RunMessage[]; queue: Queue; cases: Case[]; labels: Label[]; skills: Skill[] }
`;
const tail = `process.stdout.write(JSON.stringify(await mainJob(client, team)));\n`;

export const oazapfts: Generator = {
  name: "oazapfts",
  command: async (folder, document) => ["oazapfts", document, join(folder, "client.ts")],
  adapter: `${heads}
import { ok } from "@oazapfts/runtime";
api.defaults.baseUrl = baseUrl;
api.defaults.headers = headers;
const client: Client = {
  async createAgent(teamId, body) {
    const { agent, build }: { agent: Agent; build?: Revision } = await ok(api.createAgent(teamId, body));
    return { agent, liveId: build?.id ?? "" };
  },
  createSandbox: async (team_id) => ({ id: (await ok(api.createSandbox({ team_id }))).sandbox_id }),
  upload: (sandboxId, path, file) => ok(api.uploadSandboxFile(sandboxId, path, { file })),
  async startRun(body) { const { run }: { run: Run } = await ok(api.startRun(team, body)); return run; },
  async getRun(id) { const { run }: { run: Run } = await ok(api.getRun(id)); return run; },
  listFiles: async (sandboxId, path) => (await ok(api.listSandboxFiles(sandboxId, { path }))).files,
  downloadUrl: async (sandboxId, path) => (await ok(api.getSandboxDownloadUrl(sandboxId, path))).url,
  async createQueue(teamId, name) { const { queue }: { queue: Queue } = await ok(api.createQueue(teamId, { name })); return queue; },
  async createCase(queueId, title) {
    const { added_cases: [added] }: { added_cases: Case[] } = await ok(api.createCases(queueId, { case: { title } }));
    if (!added) throw new Error("No case was added");
    return added;
  },
  async raisePriority(caseId) { const { case: changed }: { case: Case } = await ok(api.updateCase(caseId, { priority: "high" })); return changed; },
  async failure() {
    const answer = await api.getRun(nobody);
    return answer.status === 404 ? answer.data.error satisfies "not_found" : "";
  },
};
${tail}`,
};

const orval: Generator = {
  name: "orval",
  async command(folder, document) {
    const config = join(folder, "orval.config.mjs");
    // Where a body has two forms, its client compiles only with one of them.
    const override = { contentType: { include: ["application/json", "multipart/form-data"] } };
    const output = { target: join(folder, "client.ts"), client: "fetch", baseUrl: { getBaseUrlFromSpecification: true }, override };
    await writeFile(config, `export default ${JSON.stringify({ api: { input: { target: document }, output } })};`);
    return ["orval", "--config", config];
  },
  adapter: `${heads}
const options = { headers };
/** The data of a success; other answers throw. */
function ok<A extends { status: number; data: unknown }, S extends A["status"]>(answer: A, status: S): Extract<A, { status: S }>["data"] {
  if (answer.status !== status) throw new Error(JSON.stringify(answer.data));
  return (answer as Extract<A, { status: S }>).data;
}
const client: Client = {
  async createAgent(teamId, body) {
    const { agent, build }: { agent: Agent; build?: Revision } = ok(await api.createAgent(teamId, body, options), 201);
    return { agent, liveId: build?.id ?? "" };
  },
  createSandbox: async (team_id) => ({ id: ok(await api.createSandbox({ team_id }, options), 201).sandbox_id }),
  upload: async (sandboxId, path, file) => ok(await api.uploadSandboxFile(sandboxId, { file }, { path }, options), 201),
  async startRun(body) { const { run }: { run: Run } = ok(await api.startRun(team, body, options), 201); return run; },
  async getRun(id) { const { run }: { run: Run } = ok(await api.getRun(id, options), 200); return run; },
  listFiles: async (sandboxId, path) => ok(await api.listSandboxFiles(sandboxId, { path }, options), 200).files,
  downloadUrl: async (sandboxId, path) => ok(await api.getSandboxDownloadUrl(sandboxId, { path }, options), 200).url,
  async createQueue(teamId, name) { const { queue }: { queue: Queue } = ok(await api.createQueue(teamId, { name }, options), 201); return queue; },
  async createCase(queueId, title) {
    const { added_cases: [added] }: { added_cases: Case[] } = ok(await api.createCases(queueId, { case: { title } }, options), 201);
    if (!added) throw new Error("No case was added");
    return added;
  },
  async raisePriority(caseId) { const { case: changed }: { case: Case } = ok(await api.updateCase(caseId, { priority: "high" }, options), 200); return changed; },
  async failure() {
    const answer = await api.getRun(nobody, options);
    return answer.status === 404 ? answer.data.error satisfies "not_found" : "";
  },
};
${tail}`,
};

const swaggerTypescriptApi: Generator = {
  name: "swagger-typescript-api",
  command: async (folder, document) => [
    "swagger-typescript-api",
    "generate",
    "--path",
    document,
    "--output",
    folder,
    "--name",
    "client.ts",
    "--silent",
  ],
  adapter: `${heads}
const { v2 } = new api.Api({ baseUrl, baseApiParams: { headers } });
const client: Client = {
  async createAgent(teamId, body) {
    const { agent, build }: { agent: Agent; build?: Revision } = (await v2.createAgent(teamId, body)).data;
    return { agent, liveId: build?.id ?? "" };
  },
  createSandbox: async (team_id) => ({ id: (await v2.createSandbox({ team_id })).data.sandbox_id }),
  upload: async (sandboxId, path, file) => (await v2.uploadSandboxFile(sandboxId, { path }, { file })).data,
  async startRun(body) { const { run }: { run: Run } = (await v2.startRun(team, body)).data; return run; },
  async getRun(id) { const { run }: { run: Run } = (await v2.getRun(id)).data; return run; },
  listFiles: async (sandboxId, path) => (await v2.listSandboxFiles(sandboxId, { path })).data.files,
  downloadUrl: async (sandboxId, path) => (await v2.getSandboxDownloadUrl(sandboxId, { path })).data.url,
  async createQueue(teamId, name) { const { queue }: { queue: Queue } = (await v2.createQueue(teamId, { name })).data; return queue; },
  async createCase(queueId, title) {
    const { added_cases: [added] }: { added_cases: Case[] } = (await v2.createCases(queueId, { case: { title } })).data;
    if (!added) throw new Error("No case was added");
    return added;
  },
  async raisePriority(caseId) { const { case: changed }: { case: Case } = (await v2.updateCase(caseId, { priority: "high" })).data; return changed; },
  failure: () => v2.getRun(nobody).then(() => "", (answer: { error: api.NotFound }) => answer.error.error),
};
${tail}`,
};

export const generators: readonly Generator[] = [oazapfts, orval, swaggerTypescriptApi];
