/** What a customer's program does first, by a client that was generated from the document. Each generator's client is fitted to this one shape. */
export interface Client {
  createAgent(
    teamId: string,
    body: { name: string; build: { name: string; config: CodeConfig } },
  ): Promise<{ agent: { id: string }; liveId: string }>;
  createSandbox(teamId: string): Promise<{ id: string }>;
  upload(sandboxId: string, path: string, file: File): Promise<{ size_bytes: number }>;
  startRun(body: { agent_id: string; message: string; sandbox_id: string }): Promise<{ id: string; build_id: string }>;
  getRun(id: string): Promise<{ status: string }>;
  listFiles(sandboxId: string, path: string): Promise<{ path: string }[]>;
  downloadUrl(sandboxId: string, path: string): Promise<string>;
  createQueue(teamId: string, name: string): Promise<{ id: string; name: string }>;
  createCase(queueId: string, title: string): Promise<{ id: string; title: string; priority: string }>;
  raisePriority(caseId: string): Promise<{ id: string; priority: string }>;
  /** The code of the error that a call with a wrong id ends in. */
  failure(): Promise<string>;
}

interface CodeConfig {
  version: "v1";
  data: { language: "python"; source: { kind: "inline"; code: string } };
}

const code = "import os\nos.makedirs('output', exist_ok=True)\nopen('output/loud.txt', 'w').write(open('given.txt').read().upper())";
const final = ["completed", "failed", "interrupted"];

/** Does the job and says what came of it. */
export async function mainJob(client: Client, teamId: string): Promise<Record<string, unknown>> {
  const source = { kind: "inline", code } as const;
  const build = { name: "First", config: { version: "v1", data: { language: "python", source } } } as const;
  const { agent, liveId } = await client.createAgent(teamId, { name: "Made by a generated client", build });
  const sandbox = await client.createSandbox(teamId);
  const { size_bytes } = await client.upload(sandbox.id, "/workspace/given.txt", new File(["grüße\u0000"], "given.txt"));
  const run = await client.startRun({ agent_id: agent.id, message: "Begin", sandbox_id: sandbox.id });
  let { status } = await client.getRun(run.id);
  while (!final.includes(status)) {
    await new Promise((wake) => setTimeout(wake, 100));
    ({ status } = await client.getRun(run.id));
  }
  const [made] = await client.listFiles(sandbox.id, "/workspace/output");
  const output = await (await fetch(await client.downloadUrl(sandbox.id, made?.path ?? ""))).text();
  const queue = await client.createQueue(teamId, `Queue of ${agent.id}`);
  const created = await client.createCase(queue.id, "Invoice 1");
  const changed = await client.raisePriority(created.id);
  return {
    size_bytes,
    ranLive: run.build_id === liveId,
    status,
    output,
    created: [created.title, created.priority],
    changed: [changed.id === created.id, changed.priority],
    failure: await client.failure(),
  };
}
