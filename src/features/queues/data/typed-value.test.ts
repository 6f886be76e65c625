import { expect, test } from "vitest";
import type { FieldSchema } from "#contract/queues/case-schema.ts";
import { typedValue } from "./typed-value.ts";

const number: FieldSchema = { type: ["number", "null"], multipleOf: 0.01, maximum: 10 };
const integer: FieldSchema = { type: "integer" };
const yesOrNo: FieldSchema = { type: "boolean" };
const day: FieldSchema = { type: "string", format: "date" };
const moment: FieldSchema = { type: "string", format: "date-time" };
const choice: FieldSchema = { type: "string", enum: ["Damaged", "Late"] };
const size: FieldSchema = { type: "number", enum: [1.5, 2] };

test.each([
  [number, ["145884.5", "145,884.50", "145884,50", "145.884,50", "145 884.5", "+145884.500"], "145884.5"],
  [number, ["1000", "1,000", "1e3", "1000.00"], "1000"],
  [number, ["3544790567247868102.10"], "3544790567247868102.1"],
  [number, ["-0,5", "-.5"], "-0.5"],
  [integer, ["1234", "1,234", "1 234", "1234.0"], "1234"],
  [yesOrNo, ["yes", "Yes", "TRUE", "1"], "true"],
  [yesOrNo, ["no", "False", "0"], "false"],
  [day, ["2027-01-31", "31.01.2027", "31/1/2027", "01/31/2027", "2027/1/31", "Jan 31, 2027", "January 31 2027"], "2027-01-31"],
  [moment, ["2027-01-31 14:05", "31.01.2027, 14:05", "2027-01-31T14:05:00"], new Date("2027-01-31T14:05").toISOString()],
  [moment, ["2027-01-31T14:05:00+02:00"], "2027-01-31T14:05:00+02:00"],
  [choice, ["late", "LATE", "Late"], "Late"],
  [size, ["1.50", "1,5"], "1.5"],
  [{ type: ["string", "null"] }, ["null"], "null"],
  [{ type: "string", minLength: 10 }, ["1,000"], "1,000"],
] satisfies [FieldSchema, string[], string][])("%j reads %j", (field, texts, value) => {
  expect(texts.map((text) => typedValue(field, "Sum", text))).toEqual(texts.map(() => ({ value })));
});

test.each([
  [number, "a lot", "“a lot” is not a number. Write it as 1234.5, 1,234.50 or 1.234,50."],
  [number, "null", "“null” is not a number. Write it as 1234.5, 1,234.50 or 1.234,50."],
  [integer, "12.5", "“12.5” is not a whole number. Write it as 1234, 1,234 or 1 234."],
  [yesOrNo, "maybe", "“maybe” is not yes or no. Write yes, true or 1, or no, false or 0."],
  [day, "31.02.2027", "“31.02.2027” is not a date. Write it as 2027-01-31, 31.01.2027, 01/31/2027 or Jan 31, 2027."],
  [moment, "2027-01-31", "“2027-01-31” is not a date and time. Write it as 2027-01-31 14:05, 31.01.2027 14:05 or 2027-01-31T14:05:00Z."],
  [choice, "lost", "“lost” is not one of the choices of “Sum”. Choose one from the list."],
] satisfies [FieldSchema, string, string][])("%j takes no %j, and says which forms it takes", (field, text, refusal) => {
  expect(typedValue(field, "Sum", text)).toEqual({ refusal });
});
