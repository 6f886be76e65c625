import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { dataVersion } from "#contract/clarity/snapshot.ts";
import { atLeast } from "#contract/roles.ts";
import { endCapture, insertCapture, keepCaptureFile } from "#server/clarity/captures/captures.store.ts";
import { readProcessMap } from "#server/clarity/captures/reading/read-process-map.ts";
import { textDocument } from "#server/clarity/captures/reading/text-document.ts";
import { clarityGenerations } from "#server/clarity/generation/generations.table.ts";
import { clarityRequests } from "#server/clarity/extra-captures/requests.table.ts";
import { insertGeneration } from "#server/clarity/generation/generations.store.ts";
import { insertLabel } from "#server/clarity/labels/labels.store.ts";
import { insertLink } from "#server/clarity/landscape/links.store.ts";
import { insertPlace, patchPlace } from "#server/clarity/landscape/places.store.ts";
import { insertProcess } from "#server/clarity/processes/processes.store.ts";
import { clarityCaptures, claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import { findLive, insertSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import { storeNowPlus } from "#server/platform/db/columns.ts";
import { checking, leadsTo } from "./clarity-steps.ts";
import { roleIn, type Stage } from "./stage.ts";
import { furtherTeamOf, organizationOf } from "./teams.ts";

/** A completed process of the caller with captures and live versions. */
export async function processOf(stage: Stage): Promise<string> {
  const { db } = stage.service.app.services.store;
  const creator = atLeast(roleIn(stage), "team:member") ? stage.as : stage.owner;
  const user_id = stage.service.ids[creator];
  return db.transaction(async (tx) => {
    const values = { team_id: stage.teamId, user_id, name: "Pay an invoice", status: "complete", custom_prompt: "Be brief" } as const;
    const { id: process_id } = await insertProcess(tx, values);
    const transcript = [{ source: "user" as const, message: "I check it." }];
    await tx.insert(clarityCaptures).values({ process_id, user_id, type: "interview", status: "complete", transcript });
    const live = { process_id, status: "live", creator_type: "human", user_id } as const;
    const data = { version: dataVersion, steps: checking(), summary: "An invoice is checked.", swot: null };
    const [current] = await tx
      .insert(claritySnapshots)
      .values({ ...live, kind: "current_process", data })
      .returning({ id: claritySnapshots.id });
    const [proposal] = await tx
      .insert(claritySnapshots)
      .values({ ...live, kind: "transformation_proposal", current_process_id: current?.id ?? null, data })
      .returning({ id: claritySnapshots.id });
    // Of a process that they are asked about they may see something.
    if (creator !== stage.as)
      await tx.insert(clarityRequests).values({
        process_id,
        proposal_id: proposal?.id ?? "",
        step_id: "check",
        gap: "How?",
        priority: "low",
        requested_user_id: stage.service.ids[stage.as],
      });
    return process_id;
  });
}

/** In a further team, in which the caller is a Manager: what the landscape lets nobody else change. */
export async function placedOf(
  stage: Stage,
): Promise<{ orgId: string; teamId: string; areaId: string; nodeId: string; processId: string }> {
  const { service, as } = stage;
  const orgId = await organizationOf(stage);
  const teamId = await furtherTeamOf(stage);
  const { db } = service.app.services.store;
  return db.transaction(async (tx) => {
    const { id: processId } = await insertProcess(tx, { team_id: teamId, user_id: service.ids[as], name: "Pay an invoice" });
    const area = { organization_id: orgId, parent_id: null, kind: "area", name: "Finance", existence: "active", source: "human" } as const;
    const areaId = await insertPlace(tx, area);
    const nodeId = await insertPlace(tx, { ...area, parent_id: areaId, kind: "process", process_id: processId, name: "Pay an invoice" });
    return { orgId, teamId, areaId, nodeId, processId };
  });
}

/** A proposal of a process, in an organization in one of whose teams the caller is a Manager. */
export async function proposalOf(stage: Stage): Promise<{ orgId: string; teamId: string; nodeId: string }> {
  const orgId = await organizationOf(stage);
  const teamId = await furtherTeamOf(stage);
  const values = { organization_id: orgId, parent_id: null, kind: "process", existence: "proposed", source: "ai" } as const;
  const nodeId = await insertPlace(stage.service.app.services.store.db, { ...values, name: "Collect payments", description: "By phone." });
  return { orgId, teamId, nodeId };
}

/** Two places of processes that are linked, in one area. */
export async function linkedOf(stage: Stage): Promise<{ orgId: string; areaId: string; from: string; to: string; linkId: string }> {
  const { orgId, areaId, nodeId: from } = await placedOf(stage);
  const { nodeId: to } = await placedOf(stage);
  const { db } = stage.service.app.services.store;
  await patchPlace(db, to, { parent_id: areaId });
  const link = await insertLink(db, {
    organization_id: orgId,
    source_node_id: from,
    target_node_id: to,
    type: "hands_off_to",
    state: "suggested",
  });
  return { orgId, areaId, from, to, linkId: link.id };
}

/** A process label, in an organization in one of whose teams the caller is a Manager. */
export async function processLabelOf(stage: Stage): Promise<{ orgId: string; labelId: string; value: string }> {
  const orgId = await organizationOf(stage);
  await furtherTeamOf(stage);
  const value = `Audited ${randomUUID()}`;
  const label = await insertLabel(stage.service.app.services.store.db, orgId, { value, colorHue: 215 });
  return { orgId, labelId: label.id, value };
}

/** An upload of the caller whose bytes have arrived. */
export async function uploadedOf(stage: Stage, { name, text } = work): Promise<{ process_id: string; capture_id: string }> {
  const { service, teamId: team_id } = stage;
  const { store, objects } = service.app.services;
  const process_id = await processOf(stage);
  const values = { process_id, user_id: service.ids[stage.as], team_id, type: "document", status: "pending" } as const;
  const { id: capture_id } = await insertCapture(store.db, { ...values, document_file_name: name });
  const key = `teams/${team_id}/captures/${capture_id}`;
  const bytes = Buffer.from(text);
  await objects.put(key, bytes);
  await keepCaptureFile(service.app.services, { team: team_id, capture: capture_id }, key, bytes.length);
  return { process_id, capture_id };
}

const said = "Clerk: check invoice in Ledger";
const work = { name: "work.txt", text: said };
const inside = `<userTask id="check" name="Check invoice"/><subProcess id="pay" name="Pay"/>`;
export const processMap = {
  name: "pay.xml",
  text: `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${inside}</process></definitions>`,
};

/** A process map of the caller about a process of theirs, of which one element is no step. */
export async function processMapOf(stage: Stage): Promise<{ process_id: string; capture_id: string }> {
  const ids = await uploadedOf(stage, processMap);
  await endCapture(stage.service.app.services.store.db, ids.capture_id, await readProcessMap(Buffer.from(processMap.text)));
  return ids;
}

/** A document of the caller about a process of theirs, which the steps of its live versions cite. */
export async function captureOf(stage: Stage): Promise<{ process_id: string; capture_id: string }> {
  const { db } = stage.service.app.services.store;
  const { process_id, capture_id } = await uploadedOf(stage);
  await endCapture(db, capture_id, textDocument([said], { paged: false }));
  const source = { attribution: "work.txt", excerpt: "check invoice", captureId: capture_id, resolutionStatus: "resolved" } as const;
  const data = { version: dataVersion, steps: checking(source) };
  await db.update(claritySnapshots).set({ data }).where(eq(claritySnapshots.process_id, process_id));
  return { process_id, capture_id };
}

interface Version {
  readonly process_id: string;
  readonly kind: "current_process";
  readonly snapshot_id: string;
}

/** The live version of a process of the caller. */
export async function versionOf(stage: Stage): Promise<Version> {
  const { db } = stage.service.app.services.store;
  const process_id = await processOf(stage);
  const live = await findLive(db, process_id, "current_process");
  if (!live) throw new Error("the process has no version");
  return { process_id, kind: "current_process", snapshot_id: live.id };
}

/** A draft of the live version of a process of the caller. */
export async function draftOf(stage: Stage): Promise<Version> {
  const { db } = stage.service.app.services.store;
  const { process_id, kind, snapshot_id } = await versionOf(stage);
  const [start, , paid] = checking();
  const steps = start && paid ? [{ ...start, targetSteps: leadsTo("paid") }, paid] : [];
  const data = { version: dataVersion, steps, summary: "Nothing is checked.", swot: null };
  const made = { process_id, kind, creator_type: "ai", user_id: null, parent_id: snapshot_id, current_process_id: null, data } as const;
  return { process_id, kind, snapshot_id: (await insertSnapshot(db, made, "draft")).id };
}

/** A process of the caller whose generation waits out a fault of its model. */
export async function generatingOf(stage: Stage): Promise<Pick<Version, "process_id" | "kind">> {
  const { db } = stage.service.app.services.store;
  const { process_id } = await captureOf(stage);
  const kind = "current_process";
  const asked = { process_id, team_id: stage.teamId, user_id: null, kind, task: "generate", snapshot_id: null } as const;
  await db.transaction(async (tx) => {
    await insertGeneration(tx, { ...asked, captures: [], model: "scripted" }, 1);
    await tx
      .update(clarityGenerations)
      .set({ status: "running", next_attempt_at: storeNowPlus(3_600_000) })
      .where(eq(clarityGenerations.process_id, process_id));
  });
  return { process_id, kind };
}
