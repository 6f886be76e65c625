import type { Suspension } from "./agreements.ts";

const changed = {
  program: "changed the program",
  instructions: "changed the instructions or settings",
  agents: "changed which agents it works with",
  queues: "changed its queues",
  connections: "changed what it connects to",
  skills: "changed a skill that it uses",
  files: "changed a team file that it starts with",
} as const;

/** Why something is suspended, as in `Max changed the program on March 2, 2026.` The day is the one in UTC. `own`: said to its owner. */
export function whySuspended({ cause, changed_by_name: name, changed_at: at }: Suspension, own = false): string {
  if (cause === "not_agreed") return `${own ? "You have" : "The owner has"} not agreed to this revision yet.`;
  const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return `${name ?? "A former member"} ${changed[cause]} on ${day.format(new Date(at))}.`;
}

interface Personal {
  readonly secrets: number;
  readonly logins: number;
  readonly connections: number;
}

/** As in `2 personal secrets and 1 personal login`. */
export function countedPersonal({ secrets, logins, connections }: Personal): string {
  const parts = [
    ...(secrets > 0 ? [secrets === 1 ? "1 personal secret" : `${secrets} personal secrets`] : []),
    ...(logins > 0 ? [logins === 1 ? "1 personal login" : `${logins} personal logins`] : []),
    ...(connections > 0 ? [connections === 1 ? "1 personal connection" : `${connections} personal connections`] : []),
  ];
  return [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter(Boolean).join(" and ");
}
