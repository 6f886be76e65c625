import { type ClarityExport, getClarityExport, startClarityExport } from "#contract/clarity/exports.ts";
import { updateClarityProcess } from "#contract/clarity/processes.ts";
import { signavioType } from "#contract/connections/connection-words.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { processOf } from "#server/gates/stage/clarity.ts";
import { exportableFile } from "#server/gates/stage/clarity-exports.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { comes } from "#server/testing/patience/comes.ts";
import type { TestService } from "#server/testing/service.ts";
import { type SignavioServer, signavioPassword } from "#server/testing/signavio-server.ts";

export interface Exporting {
  readonly processId: string;
  readonly name: string;
  readonly directory: string;
  readonly user: string;
  readonly connectionInstanceId: string;
  /** Asks for the model; returns the id of the export. */
  start(more?: { bpmnXml?: string; processOwnerRef?: string; processApproverRef?: string }): Promise<string>;
}

let made = 0;

/** A process that can be exported into a directory of its own, by a connection of its own. */
export async function exportingTo(tool: SignavioServer, service: TestService, headers: Record<string, string> = {}): Promise<Exporting> {
  const { teamId } = service;
  const processId = await processOf(stageFor(service));
  const name = `Pay “A & B” <${(made += 1)}>`;
  await service.ok(updateClarityProcess, { params: { process_id: processId }, body: { name } });
  const [directory, user] = [tool.directory(), `analyst-${made}@example.com`];
  const signIn = { plaintext: { Username: user, Directory: directory, ...headers }, secret: { Password: signavioPassword } };
  const about = { name: "SAP Signavio", type: signavioType, provider: "user", auth_method: "headers", server_url: tool.url } as const;
  const { id } = await service.ok(createConnection, { params: { teamId }, body: { ...about, headers: signIn } });
  return {
    processId,
    name,
    directory,
    user,
    connectionInstanceId: id,
    async start(more = {}) {
      const body = { processId, connectionInstanceId: id, bpmnXml: exportableFile(), ...more };
      return (await service.ok(startClarityExport, { params: { teamId }, body })).id;
    },
  };
}

/** What an export came to. Nobody waits out its pauses: each is over as soon as it begins. */
export async function ended(service: TestService, id: string): Promise<ClarityExport> {
  return comes("the end of the export", async () => {
    await service.pool.query(
      `update clarity_exports set next_attempt_at = now(), sent_at = sent_at - interval '1 hour'
       where id = $1 and status = 'running' and worker_id is null and next_attempt_at > now()`,
      [id],
    );
    const found = await service.ok(getClarityExport, { params: { id } });
    return found.status === "completed" || found.status === "failed" ? found : undefined;
  });
}
