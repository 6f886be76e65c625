import { mostCounted } from "#contract/runs/engine.ts";
import { durationOf } from "#ui/duration.tsx";

/** How long ago something was, in milliseconds, by the clock of the service. */
export function ago(milliseconds: number): string {
  return milliseconds < 5_000 ? "just now" : `${durationOf(milliseconds)} ago`;
}

export function amount(n: number): string {
  return n >= mostCounted ? `${mostCounted.toLocaleString("en")} or more` : n.toLocaleString("en");
}

export function counted(n: number, one: string, many: string): string {
  return `${amount(n)} ${n === 1 ? one : many}`;
}

export function exactly(n: number, one: string, many: string): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}
