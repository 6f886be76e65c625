import { listClarityEvidence } from "#contract/clarity/captures.ts";
import type { Evidence } from "#contract/clarity/evidence.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import type { TestService } from "#server/testing/service.ts";

/** A process without captures. */
export async function emptyProcess(service: TestService): Promise<string> {
  const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name: "Pay" } });
  return process.id;
}

/** Sends the bytes of a file to the address that it was given. */
export function put(url: string, bytes: string | Buffer): Promise<Response> {
  return fetch(url, { method: "PUT", body: new Uint8Array(Buffer.from(bytes)) });
}

/** What a capture was cut into. */
export async function unitsOf(service: TestService, params: { process_id: string; capture_id: string }): Promise<Evidence[]> {
  return (await service.ok(listClarityEvidence, { params, query: { limit: 100, offset: 0 } })).evidence;
}
