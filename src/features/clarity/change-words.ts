import { type FieldChange, targetWords } from "#contract/clarity/flow/step-changes.ts";
import { questionWords } from "#contract/clarity/order-question.ts";
import type { NodeSubtype, Step, StepTarget } from "#contract/clarity/step.ts";
import { capitalized } from "#ui/capitalized.ts";
import { counted } from "#ui/counted.ts";
import { typeWords } from "./step-words.ts";

const fieldWords: Readonly<Record<string, string>> = {
  targetSteps: "next",
  nodeSubtype: "type",
  nodeType: "kind",
  openQuestions: "questions",
  extraCaptureNeeded: "missing capture",
  readinessRationale: "reason of readiness",
};

export const fieldWord = (field: string) => capitalized(fieldWords[field] ?? field);

/** What a step says in a field. */
export function saidIn({ field }: FieldChange, value: unknown, titles: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (field === "targetSteps") return targetWords(value as StepTarget[], titles) || "nothing";
  if (field === "sources") return counted((value as unknown[]).length, "quote", "quotes");
  if (field === "openQuestions") return (value as string[]).map(questionWords).join("; ");
  if (field === "extraCaptureNeeded") return (value as NonNullable<Step["extraCaptureNeeded"]>).gap;
  if (field === "nodeSubtype") return typeWords[value as NodeSubtype].word;
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.join("; ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Fields whose values are names: a line of a list has room for both. */
const named = ["title", "role", "lane", "system", "nodeSubtype", "nodeType", "confidence", "readiness", "frequency"];

/** “Role: Clerk → Owner”; of prose, quotes and flows only which field differs. */
export function changedField(change: FieldChange): string {
  const word = fieldWord(change.field);
  if (!named.includes(change.field)) return word;
  return `${word}: ${saidIn(change, change.before, new Map())} → ${saidIn(change, change.after, new Map())}`;
}
