/** A version that is shown, or was. Its title is that of its one task, and no other version has it. */
export interface Version {
  readonly id: number;
  readonly title: string;
  readonly status: "live" | "historic" | "draft";
  readonly parent: number | null;
}

/** An edit of a conversation. */
export interface Edit {
  readonly title: string;
  /** The title that it replaces. */
  readonly from: string;
  readonly baseline: number;
  readonly draft: number;
  readonly status: "pending" | "accepted" | "declined" | "failed";
}

/** A process as the model sees it. The versions that are shown stand in the order in which they were written. */
export interface Process {
  readonly exists: boolean;
  readonly status: string;
  readonly error: boolean;
  /** What a generation writes: a version after this one, or nothing but words. */
  readonly under: { readonly task: "generate" | "postprocess"; readonly parent: number | null } | null;
  readonly captures: readonly number[];
  readonly versions: readonly Version[];
  readonly edits: readonly Edit[];
  readonly next: number;
}

/** One thing that happens at once. */
export type Action =
  | { readonly act: "save" | "ask"; readonly version: number; readonly title: string }
  | { readonly act: "promote" | "revert" | "postprocess"; readonly version: number }
  | { readonly act: "answer"; readonly version: number; readonly title: string; readonly from: string }
  | { readonly act: "accept" | "decline"; readonly title: string }
  | { readonly act: "uncapture"; readonly capture: number }
  | { readonly act: "capture" | "generate" | "stop" | "fail" | "duplicate" | "delete" }
  | { readonly act: "finish"; readonly title: string };

export type After = { readonly refused: string } | { readonly now: Process; readonly said?: string };

const liveOf = ({ versions }: Process) => versions.find(({ status }) => status === "live");
const find = ({ versions }: Process, id: number) => versions.find((one) => one.id === id);

export function settled({ versions, captures }: Pick<Process, "versions" | "captures">): string {
  const live = versions.findIndex(({ status }) => status === "live");
  if (versions.slice(live + 1).some(({ status }) => status === "draft")) return "review";
  return live >= 0 ? "complete" : captures.length > 0 ? "collecting" : "draft";
}
const settle = (process: Process): Process => ({ ...process, status: settled(process), error: false });

const isCurrent = (process: Process, base: Version) => (base.status === "draft" ? base.parent : base.id) === (liveOf(process)?.id ?? null);

const retired = (versions: readonly Version[]) =>
  versions.map((one) => (one.status === "live" ? { ...one, status: "historic" as const } : one));

function added(process: Process, title: string, parent: number | null, status: "live" | "draft"): Process {
  const versions = status === "live" ? retired(process.versions) : process.versions;
  return { ...process, versions: [...versions, { id: process.next, title, status, parent }], next: process.next + 1 };
}

/** It keeps its place: a draft that was written after it is still newer. */
function promoted(process: Process, id: number): Process {
  return { ...process, versions: retired(process.versions).map((one) => (one.id === id ? { ...one, status: "live" as const } : one)) };
}

function without(process: Process, id: number): Process {
  const gone = find(process, id);
  const versions = process.versions.filter((one) => one !== gone);
  const next = gone?.status === "live" ? versions.findLast(({ status }) => status === "historic") : undefined;
  return { ...process, versions: versions.map((one) => (one === next ? { ...one, status: "live" as const } : one)) };
}

/** What comes of something that happens to a process. */
export function after(process: Process, action: Action): After {
  // Nothing that a model says comes to a process that is gone.
  if (!process.exists) return action.act === "answer" || action.act === "finish" || action.act === "fail" ? { now: process } : gone;
  const busy = process.under !== null;
  switch (action.act) {
    case "save": {
      if (busy) return generating;
      const base = find(process, action.version);
      if (!base) return invalid;
      if (!isCurrent(process, base)) return { refused: "overtaken" };
      return { now: settle(added(process, action.title, base.id, "live")) };
    }
    case "promote": {
      if (busy) return generating;
      const one = find(process, action.version);
      if (!one) return gone;
      if (one.status === "live") return { refused: "already_live" };
      return { now: settle(promoted(process, one.id)) };
    }
    case "revert":
      if (busy) return generating;
      return find(process, action.version) ? { now: settle(without(process, action.version)) } : gone;
    case "generate":
      if (busy) return generating;
      if (process.captures.length === 0) return { refused: "nothing_captured" };
      return { now: { ...process, status: "generating-current-process", error: false, under: begun("generate", liveOf(process)?.id) } };
    case "postprocess":
      if (busy) return generating;
      if (!find(process, action.version)) return invalid;
      return { now: { ...process, status: "generating", error: false, under: begun("postprocess", action.version) } };
    case "stop":
      return { now: busy ? { ...process, status: "review", error: false, under: null } : process };
    case "fail":
      return { now: busy ? { ...process, status: "generation_failed", error: true, under: null } : process };
    case "finish": {
      if (!process.under) return { now: process };
      const { task, parent } = process.under;
      const ended = { ...process, under: null };
      return { now: settle(task === "generate" ? added(ended, action.title, parent, "draft") : ended) };
    }
    case "capture": {
      const captures = [...process.captures, process.next];
      return { now: { ...process, captures, next: process.next + 1, status: process.status === "draft" ? "collecting" : process.status } };
    }
    case "uncapture": {
      if (!process.captures.includes(action.capture)) return gone;
      if (busy) return generating;
      const captures = process.captures.filter((one) => one !== action.capture);
      return {
        now: { ...process, captures, status: process.status === "collecting" ? settled({ ...process, captures }) : process.status },
      };
    }
    case "ask": {
      const base = find(process, action.version);
      if (!base) return invalid;
      return isCurrent(process, base) ? { now: process } : { refused: "overtaken" };
    }
    case "answer": {
      const { version: baseline, title, from } = action;
      if (!find(process, baseline)) return { now: process, said: "error" };
      const edits = [...process.edits, { title, from, baseline, draft: process.next, status: "pending" as const }];
      const now = { ...added(process, title, baseline, "draft"), edits };
      return { now: busy ? now : settle(now), said: "patch" };
    }
    case "accept":
    case "decline":
      return decided(process, action.title, action.act === "accept");
    case "duplicate":
      if (busy) return generating;
      return { now: process, said: settled({ ...process, versions: process.versions.filter(({ status }) => status === "live") }) };
    default:
      return busy ? generating : { now: { ...process, exists: false } };
  }
}

const gone = { refused: "not_found" } as const;
const invalid = { refused: "invalid_request" } as const;
const generating = { refused: "process_generating" } as const;
const begun = (task: "generate" | "postprocess", parent: number | undefined) => ({ task, parent: parent ?? null });

function decided(process: Process, title: string, accepts: boolean): After {
  const edit = process.edits.find((one) => one.title === title);
  if (!edit) return gone;
  if (edit.status !== "pending") return { refused: "already_decided" };
  if (process.under) return generating;
  const end = (status: Edit["status"], now: Process): After => ({
    now: settle({ ...now, edits: now.edits.map((one) => (one === edit ? { ...edit, status } : one)) }),
    said: status,
  });
  const draft = find(process, edit.draft);
  const released = (now: Process) => (draft?.status === "draft" ? without(now, draft.id) : now);
  if (!accepts) return end("declined", released(process));
  if (draft && draft.status !== "draft") return end("accepted", process);
  const base = find(process, edit.baseline);
  const under = base && isCurrent(process, base) ? base : liveOf(process);
  if (under?.title !== edit.from) return end("failed", released(process));
  if (draft?.parent === under.id) return end("accepted", promoted(process, draft.id));
  return end("accepted", released(added(process, title, under.id, "live")));
}
