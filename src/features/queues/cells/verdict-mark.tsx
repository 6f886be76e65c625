import type { Case } from "#contract/queues/case.ts";
import { cx } from "#ui/cx.ts";

/** How many rubrics a closed case passed; nothing for one that was not judged, or that is open again. Stands beside a state: only what was not passed has a hue. */
export function VerdictMark({ one: { display_status, eval_summary: summary } }: { one: Pick<Case, "display_status" | "eval_summary"> }) {
  if (summary?.status !== "ready" || (display_status !== "completed" && display_status !== "failed")) return null;
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
