import fc from "fast-check";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { type Step, Steps } from "#contract/clarity/step.ts";
import { mutant, soundFlow } from "#server/clarity/flow/made-flows.cases.ts";
import { beginRandom, random } from "#server/testing/seed.ts";

/** Texts as people, models and other tools send them: letters of all kinds, what XML has to escape, and what it cannot hold. */
const written = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(..."<>&\"'\n\r\t \u0001\ufffe]]>é𝄞"), maxLength }),
      fc.constantFrom("", " ", "Check the invoice", "“Yes” & <no>", " around ", "a\r\nb", "&amp;", "]]>", "<!-- -->", "null"),
    )
    .map((text) => text.replaceAll("\u0000", "0"));
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value);
const level = fc.constantFrom("low", "medium", "high");
const id = fc.uuid();

const locator = fc.oneof(
  fc.record({ type: fc.constant("transcript_message"), messageIndex: fc.nat() }),
  fc.record({ type: fc.constant("document_text_range"), startOffset: fc.nat(99), endOffset: fc.integer({ min: 100, max: 900 }) }),
  fc.record({ type: fc.constant("bpmn_element"), elementId: written(9) }),
  fc.record({ type: fc.constant("manual") }),
);
const source = fc.record(
  {
    attribution: written(30),
    excerpt: written(60),
    captureId: id,
    evidenceId: written(9),
    locator,
    sourceConfidence: level,
    resolutionStatus: fc.constantFrom("resolved", "unresolved", "legacy", "manual"),
  },
  { requiredKeys: ["attribution", "excerpt"] },
);
const details = fc.record(
  {
    id: written(20),
    title: written(40),
    action: nullable(written(40)),
    role: nullable(fc.oneof(written(12), fc.constantFrom("Clerk", "the service"))),
    system: nullable(written(12)),
    input: nullable(written(12)),
    exception: nullable(written(12)),
    assumptions: nullable(fc.array(written(20), { maxLength: 3 })),
    openQuestions: nullable(fc.array(written(20), { maxLength: 2 })),
    confidence: level,
    description: nullable(written(60)),
    rationale: nullable(written(30)),
    sources: fc.array(source, { maxLength: 3 }),
    condition: written(20),
    extraCaptureNeeded: nullable(fc.record({ id, gap: written(20) })),
    readiness: nullable(level),
    readinessRationale: nullable(written(20)),
    label: written(12),
  },
  { requiredKeys: [] },
);
type Details = typeof details extends fc.Arbitrary<infer T> ? T : never;

/** Processes that can be saved: sound ones and ones with a mistake, in which anything is written where it can be. */
export const processes = (mostSteps: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(fc.nat(), fc.integer({ min: 3, max: mostSteps }), fc.boolean(), fc.array(details, { minLength: 1, maxLength: 12 }))
    .map(([seed, size, broken, more]) => {
      beginRandom(`process ${seed}`);
      const flow = soundFlow(size);
      return filled(broken ? mutant(flow) : flow, more);
    })
    .filter((steps) => Steps.safeParse(steps).success && faultsOf(steps).length === 0)
    .map((steps) => Steps.parse(steps));

function filled(steps: readonly Step[], more: readonly Details[]): Step[] {
  const given = steps.map((step, i) => more[(i * 7) % (more.length + 3)] ?? ({ title: step.title } satisfies Details));
  const used = new Set<string>();
  const ids = new Map(
    steps.map((step, i) => {
      const wanted = given[i]?.id ?? "";
      const own = wanted === "" || used.has(wanted) ? step.id : wanted;
      used.add(own);
      return [step.id, own] as const;
    }),
  );
  return steps.map((step, i) => {
    const { label, id: _id, ...rest } = given[i] ?? {};
    const next = { ...step, ...fitting(step, rest), id: ids.get(step.id) ?? step.id };
    const targetSteps = step.targetSteps.map((target) => ({
      ...target,
      stepId: ids.get(target.stepId) ?? target.stepId,
      label: label !== undefined && random() < 0.5 ? label : target.label,
    }));
    return { ...next, targetSteps };
  });
}

/** What a step of this kind can say: a value that it cannot have is left out. */
function fitting(step: Step, values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => Steps.safeParse([{ ...step, [key]: value }]).success));
}
