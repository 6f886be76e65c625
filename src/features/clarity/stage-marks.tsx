import { type ProcessStage, processStages } from "#contract/clarity/process-stages.ts";
import { cx } from "#ui/cx.ts";
import { stageWords } from "./process-words.ts";

/** Five marks, of which as many are filled as a process has stages behind it, all of them in green; a dash before the first. Screen readers hear the word. */
export function StageMarks({ stage }: { stage: ProcessStage }) {
  const reached = processStages.indexOf(stage);
  const filled = stage === "measured" ? "bg-done" : "bg-ink-2";
  if (reached === 0)
    return (
      <span role="img" aria-label={stageWords[stage]} title={stageWords[stage]} className="shrink-0 text-ink-3">
        –
      </span>
    );
  return (
    <span role="img" aria-label={stageWords[stage]} title={stageWords[stage]} className="inline-flex shrink-0 gap-0.5">
      {processStages.slice(1).map((one, at) => (
        <span
          key={one}
          className={cx("h-2 w-[5px] rounded-[1.5px]", at < reached ? filled : "shadow-[inset_0_0_0_1px_var(--line-strong)]")}
        />
      ))}
    </span>
  );
}
