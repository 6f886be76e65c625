import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { deleteClarityCapture, listClarityEvidence } from "#contract/clarity/captures.ts";
import { deleteQueue, getQueue, listQueues } from "#contract/queues/queues.ts";
import { listCaseAttachments } from "#contract/queues/case-attachments.ts";
import { deleteCase } from "#contract/queues/cases.ts";
import { listQueueLabels } from "#contract/queues/labels.ts";
import { listSkills } from "#contract/library/skills.ts";
import { deleteTeamInviteLink, getTeamInviteLink } from "#contract/teams/invite-links.ts";
import { fakeBrowser } from "./fake-browser.ts";

fakeBrowser();
const { read } = await import("./query.ts");
const { createQueryClient } = await import("./query-client.ts");
const { endedHere, madeHere, mayHaveFirst, readAgain, readChanged, restored, stillThere, takenAway, wasMadeHere, wasTakenAway } =
  await import("./stale.ts");

const params = { queue_id: "1" };

it("what a write changes makes stale what shows it, but for what it took away", () => {
  const client = new QueryClient();
  const reads = {
    gone: read(getQueue, { params }),
    below: read(listQueueLabels, { params, query: {} }),
    other: read(getQueue, { params: { queue_id: "2" } }),
    list: read(listQueues, { params: { teamId: "t" }, query: {} }),
  };
  const keys: readonly (readonly unknown[])[] = Object.values(reads).map(({ queryKey }) => queryKey);
  for (const key of keys) client.setQueryData(key, {});
  const stale = () => Object.keys(reads).filter((key) => client.getQueryState(reads[key as keyof typeof reads].queryKey)?.isInvalidated);
  takenAway(client, deleteQueue, { params });
  readChanged(client, ["queue"]);
  expect(stale()).toEqual(["other", "list"]);
  restored(deleteQueue, { params });
  readChanged(client, ["queue"]);
  expect(stale()).toEqual(["gone", "below", "other", "list"]);
});

it("what a deleted object has is read no more, also by the address of what it lay in", () => {
  const client = new QueryClient();
  const attachments = (case_id: string): readonly unknown[] => read(listCaseAttachments, { params: { ...params, case_id } }).queryKey;
  for (const id of ["c", "d"]) client.setQueryData(attachments(id), {});
  takenAway(client, deleteCase, { params: { case_id: "c" } });
  readChanged(client, ["case_attachment"]);
  expect(["c", "d"].map((id) => client.getQueryState(attachments(id))?.isInvalidated)).toEqual([false, true]);
});

it("what is deleted by its address of version 1 is read no more by that of version 2", () => {
  const client = new QueryClient();
  const evidence = (capture_id: string): readonly unknown[] =>
    read(listClarityEvidence, { params: { process_id: "p", capture_id }, query: {} }).queryKey;
  for (const id of ["heard", "written"]) client.setQueryData(evidence(id), {});
  takenAway(client, deleteClarityCapture, { params: { id: "p", captureId: "heard" } });
  readChanged(client, ["clarity_process"]);
  expect(["heard", "written"].map((id) => client.getQueryState(evidence(id))?.isInvalidated)).toEqual([false, true]);
});

it("a list is not known to have nothing of the team's once something of its kind was written, whatever comes with the service", () => {
  const client = new QueryClient();
  const skills = (teamId: string, ...teams: (string | null)[]) => {
    const queryKey: readonly unknown[] = read(listSkills, { params: { teamId } }).queryKey;
    client.setQueryData(queryKey, { skills: teams.map((team_id) => ({ team_id })) });
    return () => client.getQueryState(queryKey)?.dataUpdatedAt === 0;
  };
  const lists = [skills("none"), skills("included", null, null), skills("own", null, "own")];
  mayHaveFirst(client, ["skill"]);
  expect(lists.map((isUnknown) => isUnknown())).toEqual([true, true, false]);
});

it("what is on its way of an object that is taken away is given up, and asked once more when that is refused", async () => {
  const client = createQueryClient(() => undefined);
  const asked: AbortSignal[] = [];
  const options = {
    queryKey: read(listQueueLabels, { params, query: {} }).queryKey as readonly unknown[],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      asked.push(signal);
      return new Promise<string>(() => undefined);
    },
  };
  const stop = new QueryObserver(client, options).subscribe(() => undefined);
  takenAway(client, deleteQueue, { params });
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  await expect.poll(() => client.getQueryState(options.queryKey)).toMatchObject({ status: "pending", fetchStatus: "idle" });
  stillThere(client, deleteQueue, { params });
  await expect.poll(() => asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  stop();
  client.clear();
});

it("a place that a DELETE empties is read again, for it says that it is empty", () => {
  const client = new QueryClient();
  const team = { params: { teamId: "t" } };
  const queryKey: readonly unknown[] = read(getTeamInviteLink, team).queryKey;
  client.setQueryData(queryKey, {});
  takenAway(client, deleteTeamInviteLink, team);
  readChanged(client, ["invite"]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it.each([
  { shown: true, hasData: false, reads: 2, stale: false },
  { shown: true, hasData: true, reads: 2, stale: false },
  { shown: false, hasData: false, reads: 1, stale: true },
  { shown: false, hasData: true, reads: 1, stale: true },
])("a change that overtakes the answer of a read is not lost: $shown, $hasData", async ({ shown, hasData, reads, stale }) => {
  const client = createQueryClient(() => undefined);
  let now = "before";
  const asked: (() => void)[] = [];
  const options = {
    queryKey: read(getQueue, { params }).queryKey as readonly unknown[],
    queryFn: () => {
      const seen = now;
      return new Promise<string>((resolve) => asked.push(() => resolve(seen)));
    },
  };
  if (hasData) client.setQueryData(options.queryKey, "earlier", { updatedAt: 1 });
  const stop = shown ? new QueryObserver(client, options).subscribe(() => undefined) : undefined;
  const first = shown ? undefined : client.prefetchQuery(options);
  expect(asked).toHaveLength(1);

  now = "after";
  readChanged(client, ["queue"]);
  asked[0]?.();
  await first;
  await expect.poll(() => asked).toHaveLength(reads);
  asked.at(-1)?.();
  await expect.poll(() => client.getQueryState(options.queryKey)).toMatchObject({ fetchStatus: "idle", isInvalidated: stale });
  if (shown) expect(client.getQueryData(options.queryKey)).toBe("after");
  expect(asked).toHaveLength(reads);
  stop?.();
  client.clear();
});

it("what others change again and again is shown each time that it is read, and read once more after the last change", async () => {
  const client = createQueryClient(() => undefined);
  const asked: (() => void)[] = [];
  const options = {
    queryKey: read(getQueue, { params }).queryKey as readonly unknown[],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<number>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
        const turn = asked.length + 1;
        asked.push(() => resolve(turn));
      }),
  };
  client.setQueryData(options.queryKey, 0, { updatedAt: 1 });
  const stop = new QueryObserver(client, options).subscribe(() => undefined);
  const told = () => readAgain(client, () => true, { letEnd: true });
  for (const turn of [1, 2]) {
    for (let n = 0; n < 3; n++) told();
    expect(asked).toHaveLength(turn);
    asked.at(-1)?.();
    await expect.poll(() => client.getQueryData(options.queryKey)).toBe(turn);
    await expect.poll(() => asked).toHaveLength(turn + 1);
  }
  asked.at(-1)?.();
  await expect.poll(() => client.getQueryState(options.queryKey)).toMatchObject({ data: 3, fetchStatus: "idle", isInvalidated: false });
  expect(asked).toHaveLength(3);
  stop();
  client.clear();
});

it("what changed while a read was on its way is read also when that read failed", async () => {
  const client = createQueryClient(() => undefined);
  let turn = 0;
  const begun: PromiseWithResolvers<string>[] = [];
  const options = {
    queryKey: read(getQueue, { params }).queryKey as readonly unknown[],
    queryFn: () => (begun[turn++] = Promise.withResolvers<string>()).promise,
    retry: false,
  };
  client.setQueryData(options.queryKey, "before", { updatedAt: 1 });
  const stop = new QueryObserver(client, options).subscribe(() => undefined);
  readAgain(client, () => true, { letEnd: true });
  begun[0]?.reject(new Error("lost"));
  await expect.poll(() => begun).toHaveLength(2);
  begun[1]?.resolve("after");
  await expect.poll(() => client.getQueryState(options.queryKey)).toMatchObject({ data: "after", fetchStatus: "idle" });
  stop();
  client.clear();
});

it("knows what was made here by what the write answered", () => {
  madeHere({ id: "alone" });
  madeHere({ agent: { id: "within" }, build: { id: "beside" }, warning: null });
  madeHere(undefined);
  expect(["alone", "within", "beside", "elsewhere"].filter(wasMadeHere)).toEqual(["alone", "within", "beside"]);
});

it("knows what was deleted and what was ended for good here", () => {
  takenAway(new QueryClient(), deleteQueue, { params: { queue_id: "deleted" } });
  endedHere("ended");
  expect(["deleted", "ended", "elsewhere"].filter(wasTakenAway)).toEqual(["deleted", "ended"]);
});
