import type { GenerationProgress } from "#contract/clarity/process.ts";

const phases = {
  read: "Read the captures",
  write: "Write the steps",
  check: "Check the flow",
  summarize: "Write the summary",
} as const;
type Phase = keyof typeof phases;

const phasesOf = { generate: ["read", "write", "check", "summarize"], postprocess: ["summarize"] } as const satisfies Record<
  string,
  readonly Phase[]
>;

/** What a generation has done and does. `counts`: of what a phase is about, such as the units that were read. */
export function progressOf(task: keyof typeof phasesOf, current: Phase, counts: Partial<Record<Phase, number>> = {}): GenerationProgress {
  const all: readonly Phase[] = phasesOf[task];
  const at = all.indexOf(current);
  return {
    steps: all.map((key, order) => ({
      key,
      label: phases[key],
      status: order < at ? "complete" : order === at ? "in_progress" : "pending",
      order,
      ...(counts[key] !== undefined && { count: counts[key] }),
    })),
  };
}
