import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { attachRevisionSecret, createSecret } from "#contract/connections/secrets.ts";
import { getFileContent } from "#contract/library/files.ts";
import { getSandboxDownloadUrl } from "#contract/runs/sandboxes.ts";
import type { ModelPort } from "#server/engine/models/port.ts";
import { agentWith, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const canary = "cAnAry-value/9f2+k";
/** Repeats what it was told, in pieces that cut the value. */
const parrot: ModelPort = {
  async *answer() {
    for (const piece of ["The key is ", canary.slice(0, 7), canary.slice(7), "."]) yield { type: "text", text: piece };
    yield { type: "thinking", text: `I know ${canary}` };
  },
};

let service: TestService;
beforeAll(async () => {
  service = await startService({ engine: { models: { parrot } } });
});
afterAll(() => service.close());

type Exported = { name: string; shared?: boolean; values: Record<string, string>; as?: PersonName };

/** An agent whose live revision has these secrets, attached in this order. */
async function agentWithSecrets(config: Config, ...secrets: Exported[]): Promise<string> {
  const { id: agentId, buildId } = await agentWith(service, config);
  for (const { as = "owner", shared = true, ...body } of secrets) {
    const { id } = await service.ok(createSecret, { params: { teamId: service.teamId }, body: { ...body, shared } }, { as });
    await service.ok(attachRevisionSecret, { params: { agentId, buildId }, body: { credentialId: id } }, { as });
  }
  return agentId;
}
const runOf = async (agentId: string, as: PersonName = "owner") => settled(service, await startRunOf(service, agentId, {}, { as }));
const said = async (runId: string, stream?: string) =>
  (await messagesOf(service, runId))
    .filter((m) => stream === undefined || m.subtype === stream)
    .map((m) => JSON.stringify(m))
    .join("\n");

/** Everything about runs that is stored as text. */
async function everything(): Promise<string> {
  const tables = ["runs", "run_messages", "run_drafts", "human_requests", "files", "sandbox_files", "webhook_deliveries", "secrets"];
  const parts = await Promise.all(tables.map((t) => service.pool.query<{ row: string }>(`select t::text as row from ${t} t`)));
  return parts.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}

describe("a code step", () => {
  it("finds its secrets in the environment, and nothing it writes shows one", async () => {
    const program = `
import base64, os, sys, urllib.parse, caseload
key = os.environ["API_KEY"]
print("length", len(key), os.environ["RUN_ID"] != "")
print(key, base64.b64encode(("x" + key).encode()).decode(), key.encode().hex(), urllib.parse.quote_plus(key))
print(key[:5], end="", flush=True)
__import__("time").sleep(0.6)
print(key[5:])
print(key, file=sys.stderr)
caseload.log("logged " + key, field=key)
caseload.files.write("out/told.txt", "told " + key)
open("output/text.csv", "w").write("id,key\\n1," + key + "\\n")
open("output/image.bin", "wb").write(b"\\xff\\xd8\\x00" + key.encode())
open("output/" + urllib.parse.quote_plus(key), "w").write("in the name")
raise SystemExit(key)
`;
    const agentId = await agentWithSecrets(python(program), { name: "Mail", values: { API_KEY: canary } });
    const run = await runOf(agentId);
    const output = await said(run.id, "stdout");
    expect(output).toContain(`length ${canary.length} True`);
    expect(output.match(/\[secret API_KEY\]/g)?.length).toBeGreaterThanOrEqual(6);
    expect(await said(run.id, "stderr")).toContain("Not kept, because it shows a secret: output/image.bin");
    const path = "/workspace/output/text.csv";
    const { url } = await service.ok(getSandboxDownloadUrl, { params: { sandbox_id: run.sandbox_id ?? "" }, query: { path } });
    expect(await (await fetch(url)).text()).toBe("id,key\n1,[secret API_KEY]\n");
    const told = await service.ok(getFileContent, { params: { teamId: service.teamId, path: "out/told.txt" } });
    expect(told.content).toBe("told [secret API_KEY]");
    const all = `${await said(run.id)}${JSON.stringify(run)}${await everything()}`;
    for (const form of [canary, Buffer.from(canary).toString("hex"), encodeURIComponent(canary), canary.slice(5)])
      expect(all).not.toContain(form);
  });

  it("gets shared secrets whoever starts it, and personal ones of whoever starts it only; clashes are decided and said", async () => {
    const agentId = await agentWithSecrets(
      python("import os\nprint(len(os.environ['KEY']), len(os.environ.get('OWN', '')))"),
      // No digits: output that may begin a secret is held back, and a length could be such a beginning.
      { name: "First shared", values: { KEY: "a".repeat(11) } },
      { name: "Second shared", values: { KEY: "b".repeat(22) } },
      { name: "Member's", shared: false, values: { KEY: "c".repeat(33), OWN: "d".repeat(44) }, as: "member" },
    );
    const byOwner = await runOf(agentId);
    expect(await said(byOwner.id, "stdout")).toContain('"11 0\\n"');
    expect(await said(byOwner.id, "stderr")).toContain(
      "Two secrets export KEY: the program gets the one of “First shared”, not that of “Second shared”.",
    );
    const byMember = await runOf(agentId, "member");
    expect(await said(byMember.id, "stdout")).toContain('"33 44\\n"');
    expect(await said(byMember.id, "stderr")).toContain("the program gets the one of “Member's”, not that of “First shared”.");
    expect(await said(byOwner.id)).not.toContain("Member's");
  });

  it("does not begin with a secret that cannot be opened", async () => {
    const agentId = await agentWithSecrets(python("print(1)"), { name: "Damaged", values: { KEY: "value" } });
    await service.pool.query("update secrets set sealed = 'v1.000000000000.aaaa.bbbb' where name = 'Damaged'");
    expect(await runOf(agentId)).toMatchObject({ status: "failed", failure: { code: "secret_unreadable" } });
  });
});

describe("a model step", () => {
  it("uses secrets in its Python without the model seeing them", async () => {
    const agentId = await agentWithSecrets(
      scripted(
        `call run_python {"code": "import os\\nprint('got', len(os.environ['API_KEY']), os.environ['API_KEY'])"}`,
        `call run_python {"code": "import os\\nraise SystemExit(os.environ['API_KEY'])"}`,
        "say {{last}}",
      ),
      { name: "Mail", values: { API_KEY: canary } },
    );
    const run = await runOf(agentId);
    expect(run.status).toBe("completed");
    const all = await said(run.id);
    expect(all).toContain(`got ${canary.length} [secret API_KEY]`);
    expect(all).not.toContain(canary);
  });

  it("that knows a value anyway cannot say it", async () => {
    const agentId = await agentWithSecrets(
      { version: "v1", data: { model: "parrot", input: "Tell" } },
      { name: "Mail", values: { API_KEY: canary } },
    );
    const run = await runOf(agentId);
    const messages = await messagesOf(service, run.id);
    expect(messages.map((m) => m.text_content)).toEqual(
      expect.arrayContaining(["The key is [secret API_KEY].", "I know [secret API_KEY]"]),
    );
    expect(await everything()).not.toContain(canary);
  });
});
