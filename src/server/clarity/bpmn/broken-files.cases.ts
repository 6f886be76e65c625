import { expect } from "vitest";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { Steps } from "#contract/clarity/step.ts";
import { random } from "#server/testing/seed.ts";
import { readText } from "./reading/read-text.ts";
import { scanBpmn } from "./reading/scan-bpmn.ts";

const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
const names = [
  "task",
  "subProcess",
  "lane",
  "sequenceFlow",
  "endEvent",
  "inclusiveGateway",
  "boundaryEvent",
  "participant",
  "messageFlow",
  "blub",
];
/** A whole element on a line. */
const isWhole = (line: string) => /^\s*<(?:[^>]*\/>|(\S+)[^>]*>.*<\/\1>)\s*$/.test(line);
const valuesOf = (line: string) => [...line.matchAll(/"([^"]*)"/g)].map(([, value]) => value ?? "");

/** A file with a line for each tag, in which some elements, values or names are taken away, doubled or exchanged. It is mostly still XML. */
export function broken(xml: string): string {
  let lines = xml.split("\n");
  for (let n = 1 + Math.floor(random() * 4); n > 0; n--) {
    const whole = [...lines.keys()].filter((i) => isWhole(lines[i] ?? ""));
    const [at, other, any] = [pick(whole), pick(whole), 1 + Math.floor(random() * (lines.length - 1))];
    const [line = "", second = ""] = [lines[at], lines[other]];
    const change = pick([
      () => void lines.splice(at, 1),
      () => void lines.splice(other, 0, line),
      () => void ([lines[at], lines[other]] = [second, line]),
      () => void (lines[any] = (lines[any] ?? "").replace(pick(valuesOf(lines[any] ?? "")) ?? "", pick(valuesOf(second)) ?? "")),
      () => void (lines[at] = line.replace(/(?<=<bpmn:|<\/bpmn:)\w+/g, pick(names))),
      () => void (lines[at] = line.replace(/(?<=>)[^<]+/, pick(["{}", "[]", "s1", "", "x".repeat(300)]))),
      () => {
        const type = /<(\w+:\w+)/.exec(lines[any] ?? "")?.[1] ?? "";
        lines = lines
          .join("\n")
          .replaceAll(new RegExp(`(</?)${type}\\b`, "g"), `$1bpmn:${pick(names)}`)
          .split("\n");
      },
      () => void (lines[any] = (lines[any] ?? "").slice(0, -3)),
    ]);
    change();
  }
  return lines.join("\n");
}

/** Reads a file as it is and holds what is always so: it is refused with a reason, or there are steps that can be saved. */
export async function holds(xml: string): Promise<"refused" | "read" | "no XML"> {
  const scanned = scanBpmn(xml);
  if ("code" in scanned) return "no XML";
  const { steps, findings } = await readText(scanned.text, { attribution: "BPMN file" });
  expect(steps === null).toBe(findings.some(({ kind }) => kind === "refused"));
  if (!steps) return "refused";
  expect([Steps.safeParse(steps).error, faultsOf(steps)]).toEqual([undefined, []]);
  return "read";
}
