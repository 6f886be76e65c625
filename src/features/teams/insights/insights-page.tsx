import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { spans } from "#contract/list.ts";
import { getRetention } from "#contract/teams/retention.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { Page } from "#ui/page.tsx";
import { Select } from "#ui/select.tsx";
import { ClockTime } from "#ui/time.tsx";
import { isComparable } from "./comparison.ts";
import { Headline } from "./headline.tsx";
import { headlineRead, metricsRead, windowBefore, windowUpTo } from "./insights-reads.ts";
import { firstWindow, type InsightsSearch, windows, windowSpans } from "./insights-search.ts";
import { TeamFigures } from "./team-figures.tsx";
import { Usage } from "./usage.tsx";

const route = getRouteApi("/_app/organizations/$orgId_/insights");
const day = 86_400_000;

/** What an organization comes to: its runs over a time, against the time before, by day and by team. */
export function InsightsPage() {
  const { orgId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const organization = useSession().organizations.find(({ id }) => id === orgId);
  const [now, setNow] = useState(() => Date.now());
  const span = search.last ?? firstWindow;
  const window = windowUpTo(span, now);
  const retention = useQuery(read(getRetention, { params: { orgId } }));
  const kept = retention.data?.retention.runs;
  const comparable = kept !== undefined && isComparable(window, now, kept);
  const headline = useQuery(headlineRead(orgId, window));
  const before = useQuery({ ...headlineRead(orgId, windowBefore(window)), enabled: comparable });
  const metrics = useQuery(metricsRead(orgId, window));
  const go = (next: InsightsSearch, step?: { replace: boolean }) => void navigate({ search: next, ...step });
  const { last: _last, by: _by, ...narrowed } = search;
  const removed = kept !== undefined && kept !== null && now - Date.parse(window.startDate) > kept * day;
  const counted = headline.data?.headline;
  return (
    <Page
      title="Insights"
      crumbs={[{ label: `${organization?.name ?? "Organization"} settings`, link: pathTo("/organizations/$orgId", { orgId }) }]}
      actions={
        <>
          <span className="text-sm text-ink-3 max-sm:hidden">
            As of <ClockTime at={now} />
          </span>
          <IconButton icon={RefreshCw} label="Refresh" onClick={() => setNow(Date.now())} />
          <div className="w-36">
            <Select
              aria-label="Window"
              value={span}
              // Another window starts with the periods that fit it.
              onChange={({ target }) => {
                const last = windowSpans.find((each) => each === target.value);
                go({ ...narrowed, ...(last && last !== firstWindow && { last }) });
              }}
              options={windowSpans.map((value) => ({ value, label: spans[value] }))}
            />
          </div>
        </>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-6xl flex-col gap-8 px-3 py-5 md:px-5">
          <Headline
            query={headline}
            span={spans[span].replace(/^Last /, "")}
            before={comparable && !before.isPlaceholderData ? before.data?.headline : undefined}
          />
          {removed ? (
            <p className="-mt-3 text-sm text-ink-2">
              This organization keeps runs for {kept} days. Those that ended before are removed, and no figure counts them.
            </p>
          ) : null}
          {counted?.truncated ? (
            <p className="-mt-3 text-sm text-ink-2">
              These figures are of the oldest {counted.aggregated_teams.toLocaleString("en")} of {counted.total_teams.toLocaleString("en")}{" "}
              teams.
            </p>
          ) : null}
          <Usage
            orgId={orgId}
            window={window}
            granularity={search.by ?? windows[span]}
            timezone={ownZone()}
            onGranularity={(by) => go({ ...narrowed, ...(search.last && { last: search.last }), ...(by !== windows[span] && { by }) })}
          />
        </div>
        <div className="pb-8">
          <TeamFigures {...{ orgId, window, span, search }} query={metrics} onSearch={go} />
        </div>
      </div>
    </Page>
  );
}
