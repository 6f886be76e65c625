import type { Issue } from "#contract/errors.ts";
import { ExactNumber, compareNumbers, isNumber, parseExact } from "#contract/exact-json.ts";
import { isTooDeep } from "#contract/json-depth.ts";
import { z } from "#contract/zod.ts";
import { caseData } from "./case.ts";
import { isObject } from "./case-fields.ts";
import {
  type CaseSchema,
  type FieldSchema,
  kindOf,
  type ListSchema,
  type NumberSchema,
  type ObjectSchema,
  takesNull,
  type TextSchema,
} from "./case-schema.ts";
import { type Effort, fullEffort, linearPattern, TooMuchEffort } from "./linear-pattern.ts";

/** Says what is wrong with the data of a case, by its place in it. */
export interface CaseChecker {
  /** Texts that are checked by one call share what patterns may cost, and how much is told. */
  checkAll(texts: readonly string[]): Issue[][];
}

/**
 * Data that begins as an object does is meant to fit the schema. Anything else is plain text: a case without a type, which a queue takes
 * unless it is guarded.
 */
export function isTyped(data: string): boolean {
  return data.trimStart().startsWith("{");
}

export const mustBeTyped = "This queue requires fields. Send a JSON object that matches them";
export const staysTyped = "This case has fields. Its data must stay a JSON object that matches them";

interface DataRule {
  /** Why text that is no object is not taken; undefined where it is. */
  readonly plain: string | undefined;
  /** What was there before: it is not sent, and need not fit what has changed since. */
  readonly untouched?: string;
  /** What the text is written from, where the caller knows: it is not parsed again, which takes as long as all else. */
  readonly source?: (text: string) => object | undefined;
}

/** Data as a field of a form. */
export function caseDataRule(schema: CaseSchema, { plain, untouched, source }: DataRule) {
  const checker = caseChecker(schema, source);
  return caseData.superRefine((text, context) => {
    if (text === untouched) return;
    const [issues = []] = isTyped(text) ? checker.checkAll([text]) : [plain === undefined ? [] : [{ path: [], message: plain }]];
    // A form keeps what is wrong in a tree: what stands above goes in first, or it would take the place of what stands below.
    for (const { path, message } of issues.toSorted((one, other) => one.path.length - other.path.length))
      context.addIssue({ code: "custom", path, message });
  });
}

/** What one call finds at most: a long list of wrong values would fill the memory with sentences. */
const maxIssues = 50;

export function caseChecker(schema: CaseSchema, source?: DataRule["source"]): CaseChecker {
  const effort: Effort = { left: fullEffort };
  const rule = fieldRule(schema, effort);
  return {
    checkAll(texts) {
      effort.left = fullEffort;
      let room = maxIssues;
      return texts.map((text) => {
        const issues = room > 0 ? issuesOf(rule, text, source).slice(0, room) : [];
        room -= issues.length;
        return issues;
      });
    },
  };
}

function issuesOf(rule: z.ZodType, text: string, source?: DataRule["source"]): Issue[] {
  const value = isTooDeep(text) ? undefined : (source?.(text) ?? parsedJson(text));
  if (value === undefined) return [{ path: [], message: "This is not valid JSON" }];
  const { error } = rule.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.map((part) => (typeof part === "number" ? part : String(part))),
    message,
  }));
}

/** Undefined where it is none. */
function parsedJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** The schema as a rule of this contract, so that its failures have the words of all others. */
function fieldRule(schema: FieldSchema, effort: Effort): z.ZodType {
  const rule = plainRule(schema, effort);
  return takesNull(schema) ? rule.nullable() : rule;
}

function plainRule(schema: FieldSchema, effort: Effort): z.ZodType {
  switch (kindOf(schema)) {
    case "string":
      return textRule(schema as TextSchema, effort);
    case "number":
      return numberRule(z.number(), schema as NumberSchema);
    case "integer":
      return numberRule(z.int(), schema as NumberSchema);
    case "boolean":
      return z.boolean();
    case "array":
      return listRule(schema as ListSchema, effort);
    default:
      return objectRule(schema as ObjectSchema, effort);
  }
}

function objectRule({ properties = {}, required = [] }: ObjectSchema, effort: Effort): z.ZodType {
  const fields = Object.entries(properties).map(([name, field]) => {
    const rule = fieldRule(field, effort);
    return [name, required.includes(name) ? rule : rule.optional()] as const;
  });
  const rule = z.strictObject(Object.fromEntries(fields));
  // Where nothing was given for such a field, the rule would read what every object has.
  return fields.some(([name]) => name in Object.prototype) ? z.preprocess(bare, rule) : rule;
}

function bare(value: unknown): unknown {
  return isObject(value) ? Object.assign(Object.create(null) as object, value) : value;
}

function listRule({ items, minItems = 0, maxItems }: ListSchema, effort: Effort): z.ZodType {
  const list = z.array(fieldRule(items, effort)).min(minItems);
  return maxItems === undefined ? list : list.max(maxItems);
}

const formats = {
  date: z.iso.date(),
  "date-time": z.iso.datetime({ offset: true }),
  email: z.email(),
  uri: z.url(),
  uuid: z.uuid(),
};

function textRule({ enum: choices, minLength = 0, maxLength, pattern, format }: TextSchema, effort: Effort): z.ZodType {
  const words = choices?.filter((choice) => choice !== null);
  let text: z.ZodType<string> = words ? z.enum(words as [string, ...string[]]) : z.string().min(minLength);
  if (maxLength !== undefined) text = text.pipe(z.string().max(maxLength));
  if (format !== undefined) text = text.pipe(formats[format]);
  if (pattern === undefined) return text;
  const fits = linearPattern(pattern);
  return text.superRefine((value, context) => {
    try {
      if (!fits(value, effort)) context.addIssue({ code: "custom", message: `Use a text of the form ${pattern}` });
    } catch (error) {
      if (!(error instanceof TooMuchEffort)) throw error;
      context.addIssue({ code: "custom", message: "The patterns of these fields take too long on text of this length. Shorten the text" });
    }
  });
}

/** Its kind and its steps are those of JavaScript; bounds and choices count every digit that was sent. */
function numberRule(base: z.ZodNumber, schema: NumberSchema): z.ZodType {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const choices = schema.enum?.filter((choice) => choice !== null);
  const near = multipleOf === undefined ? base : base.multipleOf(Number(multipleOf));
  const isOutside = (value: number | ExactNumber, bound: number | ExactNumber | undefined, orders: readonly number[]) =>
    bound !== undefined && !orders.includes(Math.sign(compareNumbers(value, bound)));
  return z.unknown().superRefine((value, context) => {
    if (choices) {
      const isChoice = isNumber(value) && choices.some((choice) => compareNumbers(value, choice) === 0);
      if (!isChoice) context.addIssue({ code: "invalid_value", values: choices.map(Number), message: `Use one of: ${choices.join(", ")}` });
      return;
    }
    if (!isNumber(value)) {
      context.addIssue({ code: "invalid_type", expected: "number", input: value });
      return;
    }
    const { error } = near.safeParse(value.valueOf());
    for (const { path: _, ...issue } of error?.issues ?? []) context.addIssue({ ...issue, input: value } as never);
    const say = (message: string) => context.addIssue({ code: "custom", message });
    if (isOutside(value, minimum, [0, 1])) say(`Use ${String(minimum)} or more`);
    if (isOutside(value, maximum, [0, -1])) say(`Use ${inWords(maximum)} or less`);
    if (isOutside(value, exclusiveMinimum, [1])) say(`Use more than ${String(exclusiveMinimum)}`);
    if (isOutside(value, exclusiveMaximum, [-1])) say(`Use less than ${inWords(exclusiveMaximum)}`);
  });
}

const inWords = (bound: number | ExactNumber | undefined) => (typeof bound === "number" ? bound.toLocaleString("en") : String(bound));
