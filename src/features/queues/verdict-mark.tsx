import { Scale } from "lucide-react";
import type { Case } from "#contract/queues/case.ts";
import { Badge } from "#ui/badge.tsx";

/** How many rubrics a judged case passed; nothing for one that was not judged. Stands beside a state: only what was not passed has a hue. */
export function VerdictMark({ summary }: { summary: Case["eval_summary"] }) {
  if (summary?.status !== "ready") return null;
  const { passed, total } = summary;
  return (
    <span title={`${passed} of ${total} rubrics passed`}>
      <Badge tone={passed === total ? "neutral" : "failed"}>
        <Scale size={12} strokeWidth={1.75} aria-hidden />
        <span aria-hidden>
          {passed}/{total}
        </span>
        <span className="sr-only">
          {passed} of {total} rubrics passed
        </span>
      </Badge>
    </span>
  );
}
