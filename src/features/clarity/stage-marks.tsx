import { cx } from "#ui/cx.ts";
import { type Stage, stages } from "./clarity-search.ts";
import { stageWords } from "./process-words.ts";

/** All that a process can come to. The service knows the first two of them so far. */
const marks = 5;

/** Five marks, of which as many are filled as a process has stages behind it. Screen readers hear the word. */
export function StageMarks({ stage }: { stage: Stage }) {
  const reached = stages.indexOf(stage);
  return (
    <span role="img" aria-label={stageWords[stage]} title={stageWords[stage]} className="inline-flex shrink-0 gap-0.5">
      {Array.from({ length: marks }, (_, at) => (
        <span
          key={at}
          className={cx("h-2 w-[5px] rounded-[1.5px]", at < reached ? "bg-ink-2" : "shadow-[inset_0_0_0_1px_var(--line-strong)]")}
        />
      ))}
    </span>
  );
}
