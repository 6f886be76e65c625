import type { NodePerson } from "#contract/clarity/people.ts";
import type { HandoverCheck } from "#contract/clarity/handover/handover-check.ts";
import { lanesOf, modeOf } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { FoundRequest } from "#server/clarity/extra-captures/requests.store.ts";
import { leadsTo, type WayIn } from "./ways-in.ts";

interface Known {
  readonly steps: readonly Step[];
  readonly ways: readonly WayIn[];
  /** What is asked for and not answered. */
  readonly requests: readonly FoundRequest[];
  readonly people: readonly NodePerson[];
  /** Of the draft; undefined where there is none. */
  readonly queues:
    | readonly { readonly id: string; readonly name: string; readonly produces: boolean; readonly consumes: boolean }[]
    | undefined;
}

const order = ["lacks", "asks", "unknown", "ready"] as const satisfies HandoverCheck["state"][];

/** What an agent needs for its steps, and whether it is there. What is not stored anywhere is said to be unknown. Pure. */
export function handoverChecks(known: Known): HandoverCheck[] {
  const lanes = lanesOf(known.steps);
  const modes = new Map(known.steps.map((step) => [step.id, modeOf(step, lanes.get(step.id))]));
  const own = known.steps.filter(({ id }) => modes.get(id) === "agent");
  const asked = known.steps.filter(({ id }) => modes.get(id) === "person");
  const all = [
    ...grouped(own, ({ system }) => system).map(([system, ids]) => systemCheck(system, ids, known)),
    ...grouped(asked, ({ id }) => lanes.get(id) ?? null).map(([role, ids]) => personCheck(role, ids, known)),
    ...known.requests.map((request) => requestCheck(request)),
    ...(own.length + asked.length > 0 ? [queueCheck(known)] : []),
  ];
  return all.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** Steps that share a fact, whatever its case. */
function grouped(steps: readonly Step[], fact: (step: Step) => string | null): [name: string | null, ids: string[]][] {
  const groups = new Map<string, [name: string | null, ids: string[]]>();
  for (const step of steps) {
    const name = fact(step)?.trim() || null;
    const key = name?.toLowerCase() ?? "";
    const group = groups.get(key);
    if (group) group[1].push(step.id);
    else groups.set(key, [name, [step.id]]);
  }
  return [...groups.values()];
}

function systemCheck(system: string | null, step_ids: string[], { ways, queues }: Known): HandoverCheck {
  const check = (said: Pick<HandoverCheck, "state" | "word" | "message" | "fix">, way?: WayIn): HandoverCheck => ({
    kind: "system",
    step_ids,
    subject: { id: way?.id ?? null, name: system ?? "" },
    ...said,
  });
  if (system === null)
    return check({
      state: "unknown",
      word: "No system named",
      message: "The proposal names no system, so what it needs is not known.",
      fix: "edit_proposal",
    });
  const found = ways.filter((way) => leadsTo(way, system));
  const way = found.find(({ used }) => used) ?? found[0];
  if (!way)
    return check({
      state: "lacks",
      word: "No connection",
      message: `No connection or login of this team is named after ${system}.`,
      fix: "connect",
    });
  if (queues !== undefined && !way.used)
    return check(
      {
        state: "lacks",
        word: "Not used",
        message: `${way.title} is there, and the agent does not use it.`,
        fix: way.kind === "connection" ? "choose_connection" : "choose_login",
      },
      way,
    );
  if (way.writes === false)
    return check(
      {
        state: "lacks",
        word: "Cannot write",
        message: `${way.title} only reads: none of its tools changes anything.`,
        fix: "open_connection",
      },
      way,
    );
  if (way.writes === undefined)
    return check(
      { state: "unknown", word: "Rights not known", message: `${way.title} is there. What it may change is not known here.`, fix: null },
      way,
    );
  const later = queues === undefined ? " It is chosen in the draft." : "";
  return check({ state: "ready", word: system, message: `${way.title}.${later}`, fix: null }, way);
}

function personCheck(role: string | null, step_ids: string[], { people }: Known): HandoverCheck {
  const name = role ?? "";
  const check = (said: Pick<HandoverCheck, "state" | "word" | "message" | "fix">, id: string | null = null): HandoverCheck => ({
    kind: "person",
    step_ids,
    subject: { id, name },
    ...said,
  });
  if (role === null)
    return check({ state: "unknown", word: "No role named", message: "The proposal names no role to ask.", fix: "edit_proposal" });
  const named = people.filter((person) => person.role?.trim().toLowerCase() === name.trim().toLowerCase());
  const member = named.find(({ status }) => status === "accepted");
  if (member) return check({ state: "ready", word: member.name, message: `${member.name} is asked.`, fix: null }, member.userId);
  if (named[0])
    return check({
      state: "lacks",
      word: "Has no account",
      message: `${named[0].name} has no account yet, so no one can be asked.`,
      fix: "name_person",
    });
  return check({ state: "lacks", word: "No person named", message: `No person of this process has the role ${name}.`, fix: "name_person" });
}

function requestCheck({ step_id, gap, answered, requested_user_id }: FoundRequest): HandoverCheck {
  const word = answered ? "Answered" : "Asked for";
  const message = answered
    ? "It was answered. Propose again to take it in."
    : requested_user_id === null
      ? "No one is asked yet."
      : "A member is asked.";
  return {
    kind: "request",
    state: "asks",
    step_ids: [step_id],
    subject: { id: requested_user_id, name: gap },
    word,
    message,
    fix: "answer_request",
  };
}

function queueCheck({ queues }: Known): HandoverCheck {
  const check = { kind: "queue" as const, step_ids: [], subject: { id: null, name: "Queue" } };
  if (queues === undefined)
    return { ...check, state: "unknown", word: "In the draft", message: "The queue is chosen in the draft.", fix: null };
  const said = queues.map(
    ({ name, produces, consumes }) => `${name}, ${[produces ? "adds" : "", consumes ? "handles" : ""].filter(Boolean).join(" and ")} cases`,
  );
  if (queues[0])
    return {
      ...check,
      subject: { id: queues[0].id, name: "Queue" },
      state: "ready",
      word: queues[0].name,
      message: `${said.join("; ")}.`,
      fix: null,
    };
  return { ...check, state: "lacks", word: "No queue", message: "No queue gives it cases, and it adds cases to none.", fix: "name_queue" };
}
