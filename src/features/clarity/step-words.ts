import {
  CircleDot,
  Clock,
  Cog,
  Hand,
  type LucideIcon,
  Mail,
  MailOpen,
  Plus,
  ScrollText,
  Siren,
  Table2,
  UserRound,
  X,
  Asterisk,
} from "lucide-react";
import type { StepMode } from "#contract/clarity/flow/lanes.ts";
import type { NodeSubtype, Step } from "#contract/clarity/step.ts";

/** What a step is in BPMN: in a column, and as part of a sentence. */
export const typeWords: Readonly<Record<NodeSubtype, { readonly word: string; readonly kind: string; readonly icon: LucideIcon }>> = {
  start: { word: "Start", kind: "start event", icon: CircleDot },
  end: { word: "End", kind: "end event", icon: CircleDot },
  timer: { word: "Timer", kind: "timer event", icon: Clock },
  message: { word: "Message", kind: "message event", icon: Mail },
  escalation: { word: "Escalation", kind: "escalation event", icon: Siren },
  user: { word: "User", kind: "user task", icon: UserRound },
  service: { word: "Service", kind: "service task", icon: Cog },
  send: { word: "Send", kind: "send task", icon: Mail },
  receive: { word: "Receive", kind: "receive task", icon: MailOpen },
  manual: { word: "Manual", kind: "manual task", icon: Hand },
  businessRule: { word: "Rule", kind: "business rule task", icon: Table2 },
  script: { word: "Script", kind: "script task", icon: ScrollText },
  exclusive: { word: "Exclusive", kind: "exclusive gateway", icon: X },
  parallel: { word: "Parallel", kind: "parallel gateway", icon: Plus },
  inclusive: { word: "Inclusive", kind: "inclusive gateway", icon: Asterisk },
};

export const confidenceWords = {
  high: { look: "done", word: "High" },
  medium: { look: "idle", word: "Medium" },
  low: { look: "asks", word: "Low" },
} as const;

/** How ready a task is for an agent. */
export const readinessWords = {
  high: { look: "done", word: "High" },
  medium: { look: "idle", word: "Medium" },
  low: { look: "past", word: "Low" },
} as const;

/** Who does a task once an agent has the process. */
export const modeWords: Readonly<Record<StepMode, string>> = { agent: "Agent", person: "Person asked", outside: "Outside" };

/** The captures that support a step. */
export function capturesOf({ sources }: Pick<Step, "sources">): ReadonlySet<string> {
  return new Set(sources.flatMap(({ captureId, resolutionStatus }) => (captureId && resolutionStatus === "resolved" ? captureId : [])));
}

export const asks = ({ openQuestions }: Pick<Step, "openQuestions">) => (openQuestions ?? []).length > 0;

/** Role, system and type of a step, as they stand under its title. */
export function factsOf(step: Step, role: string | null): string {
  return [role, step.system, typeWords[step.nodeSubtype].kind].filter(Boolean).join(" · ");
}
