import { since } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import { getOrgInsightsHeadline, getOrgInsightsMetrics, getOrgInsightsUsageChart, type Granularity } from "#contract/teams/insights.ts";
import type { WindowSpan } from "./insights-search.ts";

/** Instants as the service takes them. */
export interface Window {
  readonly startDate: string;
  readonly endDate: string;
}

/** As long a time as a list of runs reaches back by the same words, up to a moment: all figures of a page are of one. */
export function windowUpTo(span: WindowSpan, now: number): Window {
  return { startDate: since(span, now), endDate: new Date(now).toISOString() };
}

/** The one of the same length before it. */
export function windowBefore({ startDate, endDate }: Window): Window {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  return { startDate: new Date(start - (end - start)).toISOString(), endDate: startDate };
}

const keep = { keepPrevious: true } as const;

export function headlineRead(orgId: string, query: Window) {
  return read(getOrgInsightsHeadline, { params: { orgId }, query }, keep);
}

export function metricsRead(orgId: string, query: Window & { granularity?: Granularity; timezone?: string }) {
  return read(getOrgInsightsMetrics, { params: { orgId }, query }, keep);
}

export function usageRead(orgId: string, window: Window, granularity: Granularity, timezone: string) {
  return read(getOrgInsightsUsageChart, { params: { orgId }, query: { ...window, granularity, timezone } }, keep);
}
