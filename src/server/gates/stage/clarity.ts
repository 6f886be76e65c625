import { atLeast } from "#contract/roles.ts";
import { insertProcess } from "#server/clarity/processes/processes.store.ts";
import { clarityCaptures, claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import { roleIn, type Stage } from "./stage.ts";

const step = {
  title: "Check the invoice",
  role: "Clerk",
  system: "Ledger",
  nodeType: "task",
  nodeSubtype: "user",
  targetSteps: [{ stepId: "paid", label: "Yes", isDefault: true }],
};

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
    const data = { steps: [{ id: "check", ...step }], summary: "An invoice is checked.", swot: null };
    const [current] = await tx
      .insert(claritySnapshots)
      .values({ ...live, kind: "current_process", data })
      .returning({ id: claritySnapshots.id });
    await tx.insert(claritySnapshots).values({ ...live, kind: "transformation_proposal", current_process_id: current?.id ?? null, data });
    return process_id;
  });
}
