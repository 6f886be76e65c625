import { text, titleUpTo } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

const stepId = text(1, 200);
const label = text(0, 200).nullable();
const role = titleUpTo(200).nullable();
const fact = text(0, 2_000).nullable();
const prose = text(1, 10_000);

/** Fields that one text says. Which of them may be empty is a rule of the step. */
export const textFields = [
  "action",
  "role",
  "system",
  "input",
  "output",
  "exception",
  "handling",
  "condition",
  "description",
  "rationale",
] as const;
export const listFields = ["assumptions", "openQuestions"] as const;
const eventSubtypes = ["end", "timer", "message", "escalation"] as const;
const taskSubtypes = ["user", "service", "send", "receive", "manual", "businessRule", "script"] as const;
const gatewaySubtypes = ["exclusive", "parallel", "inclusive"] as const;

const added = { id: stepId, title: titleUpTo(200), role: role.optional() };
/** A step as an operation adds it. What it leads to follows from its place. */
export const AddedStep = choice("ClarityAddedStep", "nodeType", [
  record("ClarityAddedEvent", { ...added, nodeType: z.literal("event"), nodeSubtype: z.enum(eventSubtypes) }),
  record("ClarityAddedTask", {
    ...added,
    nodeType: z.literal("task"),
    nodeSubtype: z.enum(taskSubtypes),
    system: fact.optional(),
    description: prose.optional(),
  }),
  record("ClarityAddedGateway", {
    ...added,
    nodeType: z.literal("gateway"),
    nodeSubtype: z.enum(gatewaySubtypes),
    condition: text(1, 2_000),
  }),
]);
export type AddedStep = z.output<typeof AddedStep>;

/** An edit of the steps of a process, by the ids of steps. All maximums are ours. */
export const StepOperation = choice("ClarityStepOperation", "op", [
  /** Puts a step after another one: on all of its flows, or on its flow to `before`. */
  record("ClarityAddStep", { op: z.literal("add"), after: stepId, before: stepId.optional(), step: AddedStep }),
  /** What led to the step leads to what it led to. */
  record("ClarityRemoveStep", { op: z.literal("remove"), stepId }),
  record("ClarityRenameStep", { op: z.literal("rename"), stepId, title: titleUpTo(200) }),
  record("ClaritySetText", { op: z.literal("set"), stepId, field: z.enum(textFields), value: text(0, 10_000).nullable() }),
  record("ClaritySetList", {
    op: z.literal("set_list"),
    stepId,
    field: z.enum(listFields),
    values: z.array(text(0, 2_000)).max(100).nullable(),
  }),
  record("ClaritySetSubtype", {
    op: z.literal("set_subtype"),
    stepId,
    nodeSubtype: z.enum(["start", ...eventSubtypes, ...taskSubtypes, ...gatewaySubtypes]),
  }),
  /** A default flow takes the place of the one there is. */
  record("ClarityConnectSteps", { op: z.literal("connect"), from: stepId, to: stepId, label, isDefault: z.boolean() }),
  record("ClarityDisconnectSteps", { op: z.literal("disconnect"), from: stepId, to: stepId }),
  record("ClarityLabelFlow", { op: z.literal("label"), from: stepId, to: stepId, label, isDefault: z.boolean() }),
]);
export type StepOperation = z.output<typeof StepOperation>;

/** An edit: all of its operations, in their order, or none. */
export const StepOperations = z.array(StepOperation).min(1).max(100);
