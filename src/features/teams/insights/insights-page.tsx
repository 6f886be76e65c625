import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { spans } from "#contract/list.ts";
import { getRetention } from "#contract/teams/retention.ts";
import { BlockRow } from "#ui/block-row.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { Page } from "#ui/page.tsx";
import { Select } from "#ui/select.tsx";
import { ClockTime } from "#ui/time.tsx";
import { isComparable } from "./comparison.ts";
import { Headline } from "./headline.tsx";
import { headlineRead, metricsRead, windowBefore, windowUpTo } from "./insights-reads.ts";
import { firstWindow, type InsightsSearch, periods, splitNames, usageSplits, windows, windowSpans } from "./insights-search.ts";
import { MostFailures } from "./most-failures.tsx";
import { periodNames } from "./period-words.ts";
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
  const timezone = ownZone();
  const metrics = useQuery(metricsRead(orgId, { ...window, granularity: windows[span], timezone }));
  const metricsBefore = useQuery({ ...metricsRead(orgId, windowBefore(window)), enabled: comparable });
  const go = (next: InsightsSearch, step?: { replace: boolean }) => void navigate({ search: next, ...step });
  const { last, by, split, ...narrowed } = search;
  const place = { ...(last && { last }), ...(by && { by }), ...(split && { split }) };
  const length = spans[span].replace(/^Last /, "");
  const removed = kept !== undefined && kept !== null && now - Date.parse(window.startDate) > kept * day;
  const counted = headline.data?.headline;
  return (
    <Page
      title="Insights"
      crumbs={[{ label: organization?.name ?? "Organization", link: pathTo("/organizations/$orgId", { orgId }) }]}
      actions={
        <>
          <span className="text-sm text-ink-3 max-sm:hidden">
            As of <ClockTime at={now} />
          </span>
          <IconButton icon={RefreshCw} label="Refresh" onClick={() => setNow(Date.now())} />
          <Select
            aria-label="Split"
            value={split ?? "outcome"}
            onChange={({ target }) => go({ ...narrowed, ...place, split: target.value === "start" ? "start" : undefined })}
            options={usageSplits.map((value) => ({ value, label: splitNames[value] }))}
          />
          <Select
            aria-label="Period"
            value={by ?? windows[span]}
            onChange={({ target }) => {
              const next = periods.find((each) => each === target.value);
              go({ ...narrowed, ...place, by: next === windows[span] ? undefined : next });
            }}
            options={periods.map((value) => ({ value, label: periodNames[value] }))}
          />
          <div className="w-36">
            <Select
              aria-label="Window"
              value={span}
              // Another window starts with the periods that fit it.
              onChange={({ target }) => {
                const next = windowSpans.find((each) => each === target.value);
                go({ ...narrowed, ...(split && { split }), ...(next && next !== firstWindow && { last: next }) });
              }}
              options={windowSpans.map((value) => ({ value, label: spans[value] }))}
            />
          </div>
        </>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        <BlockRow>
          <Headline
            query={headline}
            span={length}
            before={comparable && !before.isPlaceholderData ? before.data?.headline : undefined}
            people={metrics.data?.org_member_count}
          />
          {removed ? (
            <p className="col-span-full text-sm text-ink-2">
              This organization keeps runs for {kept} days. Those that ended before are removed, and no figure counts them.
            </p>
          ) : null}
          {counted?.truncated ? (
            <p className="col-span-full text-sm text-ink-2">
              These figures are of the oldest {counted.aggregated_teams.toLocaleString("en")} of {counted.total_teams.toLocaleString("en")}{" "}
              teams.
            </p>
          ) : null}
        </BlockRow>
        <BlockRow>
          <div className="min-w-0 md:col-span-8">
            <Usage
              {...{ orgId, window, timezone }}
              granularity={by ?? windows[span]}
              split={split ?? "outcome"}
              before={comparable ? `${length} before` : undefined}
            />
          </div>
          <div className="min-w-0 md:col-span-4">
            <Loaded inline query={metrics} what="the failures of the teams" needs="Administrator of the organization">
              {({ most_failures }) => <MostFailures agents={most_failures} since={span} />}
            </Loaded>
          </div>
        </BlockRow>
        <div className="pt-4 pb-8">
          <TeamFigures
            {...{ orgId, window, span, search }}
            query={metrics}
            before={comparable && !metricsBefore.isPlaceholderData ? metricsBefore.data?.teams : undefined}
            onSearch={go}
          />
        </div>
      </div>
    </Page>
  );
}
