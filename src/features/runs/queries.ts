import { queryOptions } from "@tanstack/react-query";
import { call, type CallOptions } from "#api/client.ts";
import { everyRow, readEvery } from "#api/every.ts";
import { requestOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import { steadyPages } from "#api/steady-pages.ts";
import { listOpenBuilderRuns } from "#contract/agents/builder-runs.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { SearchOf } from "#contract/list.ts";
import { listCaseApprovalRequests } from "#contract/queues/case-approvals.ts";
import { type InboxRequest, listHumanRequests } from "#contract/runs/human-requests.ts";
import { getInbox } from "#contract/runs/inbox.ts";
import { type inboxList, waitingList } from "#contract/runs/inbox-list.ts";
import { listRunMessages } from "#contract/runs/messages.ts";
import { listRunSteps } from "#contract/runs/run-steps.ts";
import { getRunDetails, listTeamRuns } from "#contract/runs/runs.ts";
import type { RunRow, RunWait } from "#contract/runs/run.ts";
import { runList } from "#contract/runs/run-list.ts";
import { getSandboxDownloadUrl, listSandboxFiles, type SandboxFile } from "#contract/runs/sandboxes.ts";
import { listTeamMembers } from "#contract/teams/members.ts";

/** A row of the list, with what its run waits for. */
export interface ListedRun extends RunRow {
  readonly wait: RunWait | null;
}
export type RunPage = Omit<Reply<typeof listTeamRuns>, "data"> & { readonly data: ListedRun[] };

export type RunSearch = SearchOf<typeof runList>;

/** A list of runs: whose team, which filters, and who `who=me` is. */
export interface RunScope {
  readonly teamId: string;
  readonly filters: RunSearch;
  readonly me: string;
}

/** Filters and order as the service takes them, for a list and for its file. */
export function runRequest({ filters, me }: RunScope) {
  return { ...requestOf(runList, filters, me), ...(filters.order ? { sort_order: filters.order } : {}) };
}

/** One page of at most 100, behind `after`. */
export async function fetchRunPage(scope: RunScope, after: string | undefined, options: CallOptions): Promise<RunPage> {
  const query = { limit: 100, ...runRequest(scope), ...(after ? { after } : {}) };
  const { teamId } = scope;
  const page = await call(listTeamRuns, { params: { teamId }, query }, options);
  const waits = new Map(page.waits.map((wait) => [wait.run_id, wait]));
  return { ...page, data: page.data.map((row) => ({ ...row, wait: waits.get(row.id) ?? null })) };
}

/** The pages of a list, kept for one entry of the history. */
export function runPages(scope: RunScope, entry: string) {
  return steadyPages<RunPage>("Run list", scope, entry, (after, options) => fetchRunPage(scope, after, options));
}

/** Every member: the runs in a list name who started them by id. */
export function membersRead(teamId: string) {
  const members = readEvery(listTeamMembers, { params: { teamId }, query: {} }, ({ members: rows, total }) => ({ rows, total }));
  return { ...members, staleTime: 600_000 };
}

/** Refreshed by `useRunLive`, which knows when it has to be; a word that is being written is no reason. */
export function runRead(runId: string) {
  return { ...read(getRunDetails, { params: { run_id: runId } }), meta: { live: false } };
}

/** Refreshed by `useRunLive`, as the run is. */
export function runStepsRead(runId: string) {
  return { ...read(listRunSteps, { params: { run_id: runId } }), meta: { live: false } };
}

export const messagesPerPage = 50;

export function messagesRead(runId: string, page: number) {
  return {
    ...read(listRunMessages, { params: { run_id: runId }, query: { limit: messagesPerPage, offset: page * messagesPerPage } }),
    meta: { live: false },
  };
}

export function lastMessagesRead(runId: string, count: number, limit: number) {
  return read(listRunMessages, { params: { run_id: runId }, query: { limit, offset: Math.max(0, count - limit) } }, { keepPrevious: true });
}

export function matchesRead(runId: string, search: string, page: number) {
  const query = { search, limit: messagesPerPage, offset: page * messagesPerPage };
  return { ...read(listRunMessages, { params: { run_id: runId }, query }, { keepPrevious: true }), meta: { live: false } };
}

/** Narrows the inbox. */
export type InboxFilter = SearchOf<typeof inboxList>;

/** How much waits for the viewer, and what of it has no list of its own. */
export function inboxRead(teamId: string) {
  return read(getInbox, { params: { teamId } });
}

/** What waits for an answer, or what is asked by runs that no longer have their case. */
export function waitingRead(teamId: string, state: "pending" | "former", filter: InboxFilter = {}) {
  return read(listHumanRequests, { params: { teamId }, query: { limit: 100, state, ...requestOf(waitingList, filter) } });
}

/** All open requests of a state, page by page. */
export function everyRequest(teamId: string, state: "pending" | "former", filter: InboxFilter): Promise<InboxRequest[]> {
  return everyRow(async (at) => {
    const query = { ...at, state, ...requestOf(waitingList, filter) };
    const { human_requests: rows, total } = await call(listHumanRequests, { params: { teamId }, query });
    return { rows, total };
  });
}

/** What models wrote into drafts and nobody decided about, and what they ask before they go on. */
export function reviewsRead(teamId: string) {
  return read(listOpenBuilderRuns, { params: { teamId }, query: { limit: 100 } });
}

/** What the caller may decide about cases. */
export function approvalsRead(teamId: string, state: "pending" | "former", filter: InboxFilter = {}) {
  return read(listCaseApprovalRequests, { params: { teamId }, query: { limit: 100, state, ...requestOf(waitingList, filter) } });
}

export const answeredPerPage = 50;
export function answeredRead(teamId: string, offset: number) {
  return read(
    listHumanRequests,
    { params: { teamId }, query: { limit: answeredPerPage, offset, state: "answered" } },
    { keepPrevious: true },
  );
}

export function sandboxFilesRead(sandboxId: string, path: string) {
  return read(listSandboxFiles, { params: { sandbox_id: sandboxId }, query: { path } });
}

/** The text of a small file of a sandbox. */
export function fileBeginningRead(sandboxId: string, { path, size_bytes }: SandboxFile) {
  return queryOptions({
    queryKey: [listSandboxFiles.reads, "text", sandboxId, path, size_bytes] as const,
    queryFn: async ({ signal }) => {
      const { url } = await downloadAddress(sandboxId, path);
      const answer = await fetch(url, { signal });
      if (!answer.ok) throw new Error(`${path} could not be read.`);
      return answer.text();
    },
    retry: false,
  });
}

export function downloadAddress(sandboxId: string, path: string): Promise<Reply<typeof getSandboxDownloadUrl>> {
  return call(getSandboxDownloadUrl, { params: { sandbox_id: sandboxId }, query: { path } });
}
