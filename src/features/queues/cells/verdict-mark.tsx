import type { Case } from "#contract/queues/case.ts";
import { cx } from "#ui/cx.ts";

/** How many rubrics a judged case passed; nothing for one that was not judged. Stands beside a state: only what was not passed has a hue. */
export function VerdictMark({ summary }: { summary: Case["eval_summary"] }) {
  if (summary?.status !== "ready") return null;
  const { passed, total } = summary;
  const said = `${passed} of ${total} rubrics passed`;
  return (
    <span
      role="img"
      aria-label={said}
      title={said}
      className={cx(
        "glyph glyph-scale ms-1.5 h-5 gap-1 rounded-sm px-1.5 text-xs font-medium [--glyph-size:12px]",
        passed === total ? "bg-hover text-ink-2" : "bg-failed-soft text-failed",
      )}
    >
      {passed}/{total}
    </span>
  );
}
