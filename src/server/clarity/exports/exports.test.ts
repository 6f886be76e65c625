import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getClarityExport, listActiveClarityExports, listClarityProcessExports, startClarityExport } from "#contract/clarity/exports.ts";
import { deleteClarityProcess, updateClarityProcess } from "#contract/clarity/processes.ts";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { createConnection, deleteConnection, updateConnection } from "#contract/connections/connections.ts";
import { listConnectionTools } from "#contract/connections/connection-tools.ts";
import { writeBpmn } from "#server/clarity/bpmn/writing/write-bpmn.ts";
import { exportableFile } from "#server/gates/stage/clarity-exports.ts";
import { checking, leadsTo } from "#server/gates/stage/clarity-steps.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { type ImportVice, type SignavioServer, signavioPassword, startSignavio } from "#server/testing/signavio-server.ts";
import { ended, exportingTo } from "./exporting.cases.ts";

let tool: SignavioServer;
let service: TestService;
beforeAll(async () => {
  tool = await startSignavio();
  service = await startService({ env: { OUTBOUND_ALLOW: tool.host } });
});
afterAll(async () => {
  await service.close();
  await tool.close();
});

describe("an export", () => {
  it("makes a model by the name of its process, says where, and carries who answers for it", async () => {
    const { start, processId, name, directory } = await exportingTo(tool, service, { "Approver-Key": "meta-approver" });
    const id = await start({ processOwnerRef: "/glossary/lead", processApproverRef: "/glossary/head" });
    const done = await ended(service, id);
    const [model, ...more] = tool.models(directory);
    expect(more).toEqual([]);
    expect(model?.name).toBe(name);
    expect(done).toMatchObject({ status: "completed", error: null, maybeDone: false, modelUrl: `${tool.url}/p/hub/model/${model?.id}` });
    expect(model?.bpmn).toContain('metaKey="meta-processowner" metaValue="/glossary/lead"');
    expect(model?.bpmn).toContain('metaKey="meta-approver" metaValue="/glossary/head"');
    expect(model?.bpmn).toContain("Check the invoice");
    // What a person said, and who it was, stays here.
    expect(model?.bpmn).not.toContain("I check it.");
    const { exports } = await service.ok(listClarityProcessExports, { params: { process_id: processId } });
    expect(exports).toEqual([done]);
    const { rows } = await service.pool.query<{ type: string }>(
      "select type from events where subject_id = $1 and type like '%export%' order by id",
      [processId],
    );
    expect(rows.map(({ type }) => type)).toEqual(["clarity_process.export_started", "clarity_process.exported"]);
  });

  const lost: [string, ImportVice[]][] = [
    ["no answer comes to a file that is stored", ["silent"]],
    ["the connection breaks before the file is stored, twice", ["lost", "lost"]],
    ["a server error comes in place of the answer", ["fails"]],
    ["a server error comes although the file is stored", ["fails_after"]],
    ["the answer is unreadable", ["garbled"]],
    ["everything goes wrong, one after the other", ["lost", "fails", "lost", "silent"]],
  ];
  it.each(lost)("makes one model when %s", async (_what, vices) => {
    const { start, directory, name } = await exportingTo(tool, service);
    // One that is there is another one, whatever its name.
    const other = tool.put(directory, name);
    tool.imports(directory, ...vices);
    const done = await ended(service, await start());
    const models = tool.models(directory).filter(({ id }) => id !== other);
    expect(models).toHaveLength(1);
    expect(done).toMatchObject({ status: "completed", modelUrl: expect.stringContaining(models[0]?.id ?? "none") as string });
  });

  it("does not send a file again while the other side may be at work on it", async () => {
    const { start, directory } = await exportingTo(tool, service);
    tool.imports(directory, "lost");
    const id = await start();
    const tries = () => service.pool.query<{ attempt: number }>("select attempt from clarity_exports where id = $1", [id]);
    await comes("three tries", async () => {
      await service.pool.query("update clarity_exports set next_attempt_at = now() where id = $1 and worker_id is null", [id]);
      return ((await tries()).rows[0]?.attempt ?? 0) >= 3 || undefined;
    });
    expect(tool.models(directory)).toEqual([]);
    expect(await service.ok(getClarityExport, { params: { id } })).toMatchObject({
      status: "running",
      retryReason: expect.stringContaining("not in the directory yet") as string,
    });
    expect((await ended(service, id)).status).toBe("completed");
    expect(tool.models(directory)).toHaveLength(1);
  });

  it("is tried again while nobody can sign in", async () => {
    const { start, directory, user } = await exportingTo(tool, service);
    tool.logins(user, "fails", "fails");
    expect((await ended(service, await start())).status).toBe("completed");
    expect(tool.models(directory)).toHaveLength(1);
  });

  it.each([
    ["a page instead of a token", "page", "does not accept this user name and password"],
    ["a redirect", "redirects", "redirects are not followed"],
  ] as const)("fails for good on %s at the sign-in", async (_what, vice, words) => {
    const { start, directory, user } = await exportingTo(tool, service);
    tool.logins(user, vice);
    expect(await ended(service, await start())).toMatchObject({
      status: "failed",
      error: expect.stringContaining(words) as string,
      maybeDone: false,
    });
    expect(tool.models(directory)).toEqual([]);
  });

  it("fails for good with the words of the other side when it refuses the file", async () => {
    const { start, directory } = await exportingTo(tool, service);
    tool.imports(directory, "refuses");
    const failed = await ended(service, await start());
    expect(failed).toMatchObject({ status: "failed", maybeDone: false, modelUrl: null });
    expect(failed.error).toContain('The element "x" is unknown');
    // Nothing was made, so a further one begins anew.
    expect((await ended(service, await start())).status).toBe("completed");
  });

  it("tells whoever asked what became of it, and of a failure until they ask again", async () => {
    const { start, directory, processId, name } = await exportingTo(tool, service);
    const told = async () =>
      (
        await service.ok(listNotifications, { params: { teamId: service.teamId }, query: { type: "background_job", limit: 100 } })
      ).notifications.filter(({ process_id }) => process_id === processId);
    tool.imports(directory, "refuses");
    const failed = await ended(service, await start());
    const first = await comes("the notification of the failure", async () => (await told())[0]);
    expect(first).toMatchObject({ severity: "info", title: `“${name}” could not be exported`, body: failed.error, resolved_at: null });
    expect(first.link).toBe(`/t/${service.teamId}/clarity/processes/${processId}?tab=versions`);
    const { fileName } = await ended(service, await start());
    const both = await comes("the notification of the success", async () => {
      const all = await told();
      return all.length === 2 && all[1]?.resolved_at ? all : undefined;
    });
    expect(both[0]).toMatchObject({ severity: "success", title: `“${name}” was exported`, body: `Its model is named “${fileName}”.` });
    const { notifications } = await service.ok(listNotifications, { params: { teamId: service.teamId } }, { as: "manager" });
    expect(notifications.filter(({ process_id }) => process_id === processId)).toEqual([]);
  });

  it("that gave up without an answer is continued by the next one, which finds the model", async () => {
    const { start, directory } = await exportingTo(tool, service);
    tool.imports(directory, "lost");
    const id = await start();
    await comes("a try", async () => {
      const { rows } = await service.pool.query("select 1 from clarity_exports where id = $1 and attempt > 0 and worker_id is null", [id]);
      return rows[0];
    });
    await service.pool.query(
      "update clarity_exports set retrying_since = now() - interval '1 day', next_attempt_at = now() where id = $1",
      [id],
    );
    const failed = await ended(service, id);
    expect(failed).toMatchObject({ status: "failed", maybeDone: true, error: expect.stringContaining("Gave up") as string });
    // The other side was slow.
    tool.put(directory, failed.fileName);
    expect((await ended(service, await start())).status).toBe("completed");
    expect(tool.models(directory)).toHaveLength(1);
  });

  it("fails when its connection is deleted, or leads elsewhere", async () => {
    const gone = await exportingTo(tool, service);
    tool.logins(gone.user, "fails");
    const id = await gone.start();
    await comes("a try", async () => (await service.ok(getClarityExport, { params: { id } })).retryReason ?? undefined);
    await service.ok(deleteConnection, { params: { connection_id: gone.connectionInstanceId } });
    expect((await ended(service, id)).error).toContain("The connection is no longer there");

    const moved = await exportingTo(tool, service);
    tool.logins(moved.user, "fails");
    const other = await moved.start();
    await comes("a try", async () => (await service.ok(getClarityExport, { params: { id: other } })).retryReason ?? undefined);
    const headers = { plaintext: { Username: moved.user, Directory: tool.directory() } };
    await service.ok(updateConnection, { params: { connection_id: moved.connectionInstanceId }, body: { headers } });
    expect((await ended(service, other)).error).toContain("leads elsewhere");
  });

  it("ends with its process", async () => {
    const { start, user, processId } = await exportingTo(tool, service);
    tool.logins(user, "fails");
    const id = await start();
    await comes("a try", async () => (await service.ok(getClarityExport, { params: { id } })).retryReason ?? undefined);
    await service.ok(deleteClarityProcess, { params: { process_id: processId } });
    await service.fails(getClarityExport, { params: { id } }, "not_found");
  });
});

describe("asking for an export", () => {
  it("is one at a time, and listed for whoever asked until it ends", async () => {
    const { start, user, processId, connectionInstanceId } = await exportingTo(tool, service);
    // It waits longer before each try, so it is under way for as long as this asks.
    tool.logins(user, "fails", "fails", "fails", "fails", "fails", "fails");
    const id = await start();
    const { teamId } = service;
    const body = { processId, connectionInstanceId, bpmnXml: exportableFile() };
    await service.fails(startClarityExport, { params: { teamId }, body }, "export_active");
    const idsOf = async (as?: "manager") =>
      (await service.ok(listActiveClarityExports, { params: { teamId } }, as && { as })).exports.map((each) => each.id);
    expect(await idsOf()).toContain(id);
    expect(await idsOf("manager")).not.toContain(id);
    await ended(service, id);
    expect(await idsOf()).not.toContain(id);
  });

  it("refuses what does not end, and what reads badly, with the place", async () => {
    const { processId, connectionInstanceId } = await exportingTo(tool, service);
    const [begin, check, paid] = checking();
    if (!begin || !check || !paid) throw new Error("three steps");
    const refused = async (steps: Parameters<typeof writeBpmn>[0]) => {
      const body = { processId, connectionInstanceId, bpmnXml: writeBpmn(steps, { name: "Pay" }) };
      return (await service.fails(startClarityExport, { params: { teamId: service.teamId }, body }, "not_sound")).message;
    };
    expect(await refused([begin, { ...check, targetSteps: [] }, paid])).toContain("“Check the invoice”");
    const said = { description: "By the order.", rationale: "Only what was ordered is paid.", condition: "It is right" };
    const gate = { ...check, ...said, id: "gate", title: "Is it right?", nodeType: "gateway", nodeSubtype: "exclusive" } as const;
    const targetSteps = [...leadsTo("check"), { stepId: "paid", label: null, isDefault: true }];
    const asked = await refused([{ ...begin, targetSteps: leadsTo("gate") }, { ...gate, targetSteps }, check, paid]);
    expect(asked).toContain("Label each flow of this choice at “Is it right?”");
  });

  it("names what is wrong with the file, the connection and the people", async () => {
    const { processId, connectionInstanceId } = await exportingTo(tool, service);
    const { teamId } = service;
    const good = { processId, connectionInstanceId, bpmnXml: exportableFile() };
    const wrong = async (more: object) => {
      const { issues } = await service.fails(startClarityExport, { params: { teamId }, body: { ...good, ...more } }, "invalid_request");
      return issues?.map(({ path, message }) => `${path.join(".")}: ${message}`).join();
    };
    expect(await wrong({ bpmnXml: "<no>" })).toMatch(/^bpmnXml: /);
    expect(await wrong({ bpmnXml: exportableFile().replaceAll("BPMNDiagram", "BPMNOther") })).toMatch(/^bpmnXml: /);
    expect(await wrong({ processOwnerRef: "lead" })).toMatch(/^processOwnerRef: Use the address/);
    expect(await wrong({ processApproverRef: "/glossary/head" })).toMatch(/^processApproverRef: This connection has no Approver-Key/);
    const server = { name: "Ledger", provider: "user", auth_method: "url", server_url: "https://mcp.example.com/mcp" } as const;
    const { id } = await service.ok(createConnection, { params: { teamId }, body: server });
    expect(await wrong({ connectionInstanceId: id })).toMatch(/^connectionInstanceId: .*does not lead to SAP Signavio/);
    expect(await wrong({ connectionInstanceId: processId })).toMatch(/^connectionInstanceId: /);
  });

  it("has room in a team, and is for Managers who see the process", async () => {
    const { processId, connectionInstanceId, start } = await exportingTo(tool, service);
    const { teamId } = service;
    const body = { processId, connectionInstanceId, bpmnXml: exportableFile() };
    await service.fails(startClarityExport, { params: { teamId }, body }, "forbidden", { as: "builder" });
    await service.fails(startClarityExport, { params: { teamId }, body: { ...body, processId: teamId } }, "not_found");
    const { rows } = await service.pool.query<{ id: string }>(
      `with made as (insert into clarity_processes (id, team_id, user_id, name)
         select gen_random_uuid(), $1, $2, 'Filler' from generate_series(1, 50) returning id)
       insert into clarity_exports (id, process_id, team_id, status, digest, server_url, directory, file_name, next_attempt_at)
         select gen_random_uuid(), id, $1, 'running', '', '', id::text, '', now() + interval '1 day' from made returning process_id as id`,
      [teamId, service.ids.owner],
    );
    await service.fails(startClarityExport, { params: { teamId }, body }, "too_many");
    await service.pool.query("delete from clarity_processes where id = any($1)", [rows.map(({ id }) => id)]);
    expect((await ended(service, await start())).status).toBe("completed");
    await service.ok(updateClarityProcess, { params: { process_id: processId }, body: { visibility: "restricted" } });
    await service.fails(listClarityProcessExports, { params: { process_id: processId } }, "not_found", { as: "builder" });
  });
});

describe("a connection to SAP Signavio", () => {
  it("says whether it lets in, and has the directory", async () => {
    const { connectionInstanceId: connection_id, user } = await exportingTo(tool, service);
    const look = () => service.ok(listConnectionTools, { params: { connection_id } });
    expect(await look()).toEqual({ success: true, tools: [] });
    tool.logins(user, "page");
    expect(await look()).toMatchObject({
      success: false,
      code: "probe_failed",
      error: expect.stringContaining("does not accept") as string,
    });
    const headers = { plaintext: { Username: user, Directory: "none" } };
    await service.ok(updateConnection, { params: { connection_id }, body: { headers } });
    expect(await look()).toMatchObject({ success: false, error: expect.stringContaining("no such directory") as string });
  });

  it("needs a user name, a password and a directory", async () => {
    const about = { name: "SAP Signavio", type: "signavio", provider: "user", server_url: tool.url } as const;
    const refused = async (body: object) =>
      (
        await service.fails(
          createConnection,
          { params: { teamId: service.teamId }, body: { ...about, ...body } as never },
          "invalid_request",
        )
      ).message;
    const secret = { Password: signavioPassword };
    expect(await refused({ auth_method: "url" })).toContain("a header Username and a secret header Password");
    expect(await refused({ auth_method: "headers", headers: { plaintext: { Username: "a" }, secret } })).toContain("Directory");
    expect(await refused({ auth_method: "headers", headers: { plaintext: { Username: "a", Directory: "../up" }, secret } })).toContain(
      "Directory",
    );
  });
});
