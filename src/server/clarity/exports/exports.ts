import { createHash } from "node:crypto";
import { signavioType } from "#contract/connections/connection-words.ts";
import type * as contract from "#contract/clarity/exports.ts";
import { maxActiveExports } from "#contract/clarity/exports.ts";
import { seesCredential } from "#contract/connections/rights.ts";
import { recordProcess } from "#server/clarity/processes/record-process.ts";
import { lockedProcess, requireProcess } from "#server/clarity/processes/require-process.ts";
import { findUsable } from "#server/connections/connections/connections.store.ts";
import { modelName } from "#server/connections/signavio/answers.ts";
import { signavioOf } from "#server/connections/signavio/signavio-settings.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { askedFirst, type Context, type Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { requireExportable } from "./check-file.ts";
import { clarityExportWork } from "./export-queue.ts";
import { countActive, findExport, insertExport, listActive, listOfProcess, toExport } from "./exports.store.ts";
import { sentFile } from "./sent-file.ts";

export const clarityExportHandlers: Handlers<typeof contract, EngineContext> = {
  startClarityExport: askedFirst(
    // Reading a file takes its time.
    ({ body: { bpmnXml } }) => requireExportable(bpmnXml),
    async ({ body }, context) => {
      const { db, team, caller, engine } = context;
      const process = await lockedProcess(context, body.processId);
      if (process.team_id !== team.id || process.version !== 2) throw refuse("not_found");
      const connection = await connectionOf(context, body.connectionInstanceId);
      const { base, directory, approverKey } = signavioOf({ url: connection.server_url, headers: connection.plain_headers });
      const { processOwnerRef: owner = null, processApproverRef: approver = null } = body;
      if (approver !== null && approverKey === undefined)
        throw invalid(["processApproverRef"], "This connection has no Approver-Key. Edit the connection, or leave the approver out");
      if ((await countActive(db, team.id)) >= maxActiveExports)
        throw refuse("too_many", `The team has ${maxActiveExports} exports under way, as many as there may be. Wait for one of them.`);
      const bpmn = sentFile(body.bpmnXml, { owner, approver, approverKey });
      const made = await insertExport(db, {
        process_id: process.id,
        team_id: team.id,
        user_id: caller.userId,
        connection_id: connection.id,
        bpmn,
        digest: createHash("sha256").update(bpmn).digest("hex"),
        server_url: base,
        directory,
        file_name: modelName(process.name),
        owner_ref: owner,
        approver_ref: approver,
      });
      if (!made) throw refuse("export_active");
      await recordProcess(context, process, "clarity_process.export_started");
      context.changed("clarity_export", made.id);
      context.afterCommit(() => engine.wake(clarityExportWork));
      return { id: made.id, status: "queued" as const };
    },
  ),

  async getClarityExport({ params }, context) {
    const found = await findExport(context.db, params.id);
    if (!found) throw refuse("not_found");
    await requireProcess(context, found.process_id);
    return toExport(found);
  },

  async listActiveClarityExports(_input, { db, team, caller }) {
    return { exports: (await listActive(db, team.id, caller.userId)).map(toExport) };
  },

  async listClarityProcessExports({ params }, context) {
    const process = await requireProcess(context, params.process_id);
    return { exports: (await listOfProcess(context.db, process.id)).map(toExport) };
  },
};

/** One of that type which the caller may use. Throws 400. */
async function connectionOf({ db, team, caller }: Context, id: string) {
  const found = await findUsable(db, team.id, id);
  const place = ["connectionInstanceId"];
  if (!found || !seesCredential(found, caller)) throw invalid(place, "This connection does not exist in this team");
  if (found.type !== signavioType) throw invalid(place, "This connection does not lead to SAP Signavio. Choose one that does");
  return found;
}
