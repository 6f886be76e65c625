import { findingsOf, pathWords } from "#contract/clarity/flow/findings.ts";
import { comparedLayouts } from "#contract/clarity/layout/layout.ts";
import type { FlowLayout } from "#contract/clarity/layout/flow-layout.ts";
import type * as contract from "#contract/clarity/drawings.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import type { Step } from "#contract/clarity/step.ts";
import { writeBpmn } from "#server/clarity/bpmn/writing/write-bpmn.ts";
import { requireProcess } from "#server/clarity/processes/require-process.ts";
import { findSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { drawSvg } from "./draw-svg.ts";

interface Address {
  readonly process_id: string;
  readonly kind: SnapshotKind;
  readonly snapshot_id: string;
}

export const clarityDrawingHandlers: Handlers<typeof contract> = {
  async getClarityProcessBpmn({ params, query: { beside } }, context) {
    const { name, steps, layout } = await drawn(context, params, beside);
    const [fault] = findingsOf(steps).filter(({ kind }) => kind === "soundness");
    if (fault)
      throw refuse("not_sound", `${fault.message}${fault.path ? `: ${pathWords(fault.path)}` : ""}. Change the flow, then export it.`);
    const id = `process-${params.process_id}`;
    return Buffer.from(writeBpmn(steps, { name, id, ...(layout && { layout }) }));
  },

  async getClarityProcessDrawing({ params, query: { beside } }, context) {
    const { name, steps, layout } = await drawn(context, params, beside);
    return Buffer.from(drawSvg(steps, { name, ...(layout && { layout }) }));
  },
};

interface Drawn {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly layout: FlowLayout | undefined;
}

async function drawn(context: Context, { process_id, kind, snapshot_id }: Address, beside: string | undefined): Promise<Drawn> {
  const { name } = await requireProcess(context, process_id);
  const snapshot = await findSnapshot(context.db, process_id, kind, snapshot_id);
  if (!snapshot) throw refuse("not_found");
  const { steps } = snapshot.data;
  if (beside === undefined) return { name, steps, layout: undefined };
  const other =
    (await findSnapshot(context.db, process_id, "current_process", beside)) ??
    (await findSnapshot(context.db, process_id, "transformation_proposal", beside));
  if (!other) throw invalid(["beside"], "This process has no such version");
  return { name, steps, layout: comparedLayouts(other.data.steps, steps)[1] };
}
