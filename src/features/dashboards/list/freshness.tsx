import type { ReactNode } from "react";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { isGenerating, refreshWords } from "#features/dashboards/dashboard-words.ts";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";

/** How fresh the figures of a dashboard are, in one line. */
export function Freshness({ artifact }: { artifact: Artifact }) {
  const { status, html_code_present: hasPage, has_live_connector_data: reads, refresh_frequency, last_refresh_at, updated_at } = artifact;
  const { running, failed_at, paused } = artifact.refresh;
  if (running) return <Line look="working" word="Refreshing" />;
  if (isGenerating(artifact)) return <Line look="working" word="Generating" />;
  if (!hasPage) return status === "failed" ? <Line look="failed" word="Not written" /> : <Line look="idle" word="No page yet" />;
  if (failed_at !== null)
    return (
      <Line look="failed" word={paused ? "Refresh paused" : "Not refreshed"}>
        {last_refresh_at === null ? null : (
          <>
            data from <Time at={last_refresh_at} />
          </>
        )}
      </Line>
    );
  if (reads && last_refresh_at !== null) {
    const late = refresh_frequency === null;
    return (
      <Line look={late ? "later" : "done"} word="Refreshed">
        <Time at={last_refresh_at} />
        {refresh_frequency === null ? "" : `, ${refreshWords[refresh_frequency]}`}
      </Line>
    );
  }
  return (
    <Line look="live" word="Live">
      changed <Time at={updated_at} />
    </Line>
  );
}

function Line({
  look,
  word,
  children,
}: {
  look: "working" | "failed" | "idle" | "done" | "later" | "live";
  word: string;
  children?: ReactNode;
}) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm">
      <Status look={look} word={word} />
      {children ? <span className="truncate text-ink-3">{children}</span> : null}
    </span>
  );
}
