import { modesOf } from "#contract/clarity/flow/lanes.ts";
import type { getClarityAutomation } from "#contract/clarity/automation.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { Step } from "#contract/clarity/step.ts";
import { modeWords } from "#features/clarity/step-words.ts";
import { cx } from "#ui/cx.ts";

const modes = ["agent", "person", "outside"] as const;

/** Who does how many steps, and how much is still lacking. */
export function HandoverCounts({ steps, handover }: { steps: readonly Step[]; handover: Reply<typeof getClarityAutomation> }) {
  const { checks, draft_problems: problems } = handover;
  const who = [...modesOf(steps).values()];
  const lacks = checks.filter(({ state }) => state === "lacks").length + problems.filter(({ severity }) => severity === "blocks").length;
  const open = checks.filter(({ state }) => state === "asks").length;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-8 gap-y-2 border-b border-line px-4 py-2 md:px-5">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {modes.map((mode) => (
          <Count key={mode} label={modeWords[mode]} count={who.filter((one) => one === mode).length} />
        ))}
        <Count label="The agent lacks" count={lacks} look={lacks > 0 ? "text-failed" : ""} parted />
        <Count label="Open question" count={open} look={open > 0 ? "text-waiting" : ""} />
      </dl>
      <p className="ms-auto max-w-56 text-end text-xs text-ink-2 max-md:hidden">
        A step’s mode follows from its type and role. Change it in the proposal.
      </p>
    </div>
  );
}

function Count({ label, count, look = "", parted }: { label: string; count: number; look?: string; parted?: boolean }) {
  return (
    <div className={cx("flex flex-col-reverse", parted && "sm:border-s sm:border-line sm:ps-8")}>
      <dd className={cx("text-xl font-semibold tabular-nums", look)}>{count}</dd>
      <dt className="text-xs text-ink-2">{label}</dt>
    </div>
  );
}
