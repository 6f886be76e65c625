import { randomUUID } from "node:crypto";
import { signavioType } from "#contract/connections/connection-words.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { insertExport } from "#server/clarity/exports/exports.store.ts";
import { clarityExports } from "#server/clarity/exports/exports.table.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import { writeBpmn } from "#server/clarity/bpmn/writing/write-bpmn.ts";
import { storeNowPlus } from "#server/platform/db/columns.ts";
import { eq } from "drizzle-orm";
import { processOf } from "./clarity.ts";
import { checking } from "./clarity-steps.ts";
import { maker, type Stage } from "./stage.ts";

/** A file that can be exported. */
export const exportableFile = () => writeBpmn(checking(), { name: "Pay an invoice" });

/** A connection of the caller to an address that is not called any more: whatever is started over it ends at once. */
export async function signavioConnectionOf(stage: Stage): Promise<string> {
  const headers = {
    plaintext: { Username: "analyst@example.com", Workspace: "w1", Directory: randomUUID(), "Approver-Key": "meta-approver" },
    secret: { Password: "example header value" },
  };
  const server_url = "https://signavio.example.com/";
  const body = { name: "SAP Signavio", type: signavioType, provider: "user", auth_method: "headers", server_url, headers } as const;
  const { id } = await stage.service.ok(createConnection, { params: { teamId: stage.teamId }, body }, maker(stage, "team:member"));
  const { db } = stage.service.app.services.store;
  await db.update(connections).set({ server_url: "http://10.0.0.1/" }).where(eq(connections.id, id));
  return id;
}

/** An export of the caller that waits out a fault of the other side. */
export async function exportOf(stage: Stage): Promise<{ id: string; process_id: string }> {
  const { db } = stage.service.app.services.store;
  const process_id = await processOf(stage);
  const { as, teamId: team_id } = stage;
  const user_id = stage.service.ids[as];
  return db.transaction(async (tx) => {
    const made = await insertExport(tx, {
      process_id,
      team_id,
      user_id,
      connection_id: null,
      bpmn: exportableFile(),
      digest: "",
      server_url: "https://signavio.example.com",
      directory: randomUUID(),
      file_name: "Pay an invoice",
      owner_ref: "/glossary/owner",
      approver_ref: "/glossary/approver",
    });
    if (!made) throw new Error("an export is under way");
    const waits = { status: "running", attempt: 1, retry_reason: "It is away.", next_attempt_at: storeNowPlus(3_600_000) } as const;
    await tx.update(clarityExports).set(waits).where(eq(clarityExports.id, made.id));
    return { id: made.id, process_id };
  });
}
