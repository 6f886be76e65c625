import type { GenerationProgress } from "#contract/clarity/process.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";

const phases = {
  current_process: {
    read: "Read the captures",
    write: "Write the steps",
    check: "Check the flow",
    summarize: "Write the summary",
  },
  transformation_proposal: {
    read: "Read the process and its captures",
    write: "Write the proposal",
    check: "Check the flow",
    summarize: "Write what it brings",
  },
} as const satisfies Record<SnapshotKind, object>;
export type Phase = keyof (typeof phases)["current_process"];

const phasesOf = { generate: ["read", "write", "check", "summarize"], postprocess: ["summarize"] } as const satisfies Record<
  string,
  readonly Phase[]
>;

interface Writing {
  readonly task: keyof typeof phasesOf;
  readonly kind: SnapshotKind;
}

/** What a generation has done and does. `counts`: of what a phase is about, such as the units that were read. */
export function progressOf({ task, kind }: Writing, current: Phase, counts: Partial<Record<Phase, number>> = {}): GenerationProgress {
  const all: readonly Phase[] = phasesOf[task];
  const at = all.indexOf(current);
  return {
    steps: all.map((key, order) => ({
      key,
      label: phases[kind][key],
      status: order < at ? "complete" : order === at ? "in_progress" : "pending",
      order,
      ...(counts[key] !== undefined && { count: counts[key] }),
    })),
  };
}
