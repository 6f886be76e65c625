import { TriangleAlert } from "lucide-react";
import { ClockTime } from "#ui/time.tsx";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { Page } from "#contract/dashboards/page.ts";

interface PageNoticeProps {
  artifact: Artifact;
  page: Page;
  answers: PageAnswers;
  broken: string | undefined;
}

/** What of the page could not be counted or drawn, named outside of it. */
export function PageNotice({ artifact, page, answers, broken }: PageNoticeProps) {
  const { failure, failed_at, paused } = artifact.refresh;
  const missing = page.blocks.filter((block) => "query" in block && answers.faults.some(({ name }) => name === block.query));
  const said = [
    ...(missing.length > 0 ? [`Not counted: ${missing.map(({ title }) => title).join(", ")}. ${answers.faults[0]?.says ?? ""}.`] : []),
    ...(broken ? [`The page reported an error: ${broken}`] : []),
  ];
  if (said.length === 0 && failed_at === null) return null;
  return (
    <div
      role="status"
      className="flex shrink-0 items-start gap-2 border-b border-line bg-failed-soft px-3 py-2 text-sm text-failed md:px-5"
    >
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0 break-words">
        {failed_at === null ? null : (
          <p>
            {paused ? "Refresh is paused after failures. The last was at" : "Not refreshed at"} <ClockTime at={Date.parse(failed_at)} />.{" "}
            {failure} The values of before are shown.
          </p>
        )}
        {said.map((each) => (
          <p key={each}>{each}</p>
        ))}
      </div>
    </div>
  );
}
