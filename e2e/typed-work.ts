import { startCaseImport } from "#contract/queues/case-imports.ts";
import type { CaseSchema, FieldSchema } from "#contract/queues/case-schema.ts";
import { createCases } from "#contract/queues/cases.ts";
import { replaceQueueJsonSchema, updateQueueJsonSchemaSettings } from "#contract/queues/queue-json-schema.ts";
import { createQueue } from "#contract/queues/queues.ts";
import type { TeamWork } from "./team-work.ts";

/** A queue with a schema in its second version, a case that fits it, an import of which not all did, and a queue that takes no case before it has a schema. */
export async function typeCases(team: TeamWork): Promise<{ queue: string; case: string; imported: string; undeclared: string }> {
  const typed = await typedCase(team, "Refunds to decide");
  const { job } = await team.call(startCaseImport, { params: { queue_id: typed.queue }, body: refunds });
  const other = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Complaints to answer" } });
  await team.call(updateQueueJsonSchemaSettings, { params: { queue_id: other.queue.id }, body: { guarded: true } });
  return { ...typed, imported: job.id, undeclared: other.queue.id };
}

const refundRow = (line: number, title: string, data: object) => {
  const text = JSON.stringify(data);
  return { line, cells: [title, text], case: { title, data: text } };
};
const refunds = {
  file_name: "refunds-october.csv",
  header: ["title", "data"],
  rows: [
    refundRow(2, "Refund R0000401", { order: "R0000401", amount: 12.5, customer: { name: "Ink Ltd" } }),
    refundRow(3, "Refund 402", { order: "402", amount: 0, customer: {} }),
    { line: 4, cells: ["Refund R0000403"], refused: [{ path: [], message: "It has 1 field, the header has 2" }] },
  ],
};

/** A queue with a schema in its second version, and a case that fits it. */
export async function typedCase(team: TeamWork, name: string): Promise<{ queue: string; case: string }> {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name } });
  const params = { queue_id: queue.id };
  const customer: CaseSchema = {
    type: "object",
    properties: { name: { type: "string", minLength: 1 }, mail: { type: "string", format: "email" } },
    required: ["name"],
    additionalProperties: false,
  };
  const line: FieldSchema = {
    type: "object",
    properties: { article: { type: "string" }, pieces: { type: "integer", minimum: 1 } },
    required: ["article"],
    additionalProperties: false,
  };
  const schema: CaseSchema = {
    type: "object",
    title: "Refund",
    properties: {
      order: { type: "string", title: "Order number", pattern: "^R\\d{7}$", description: "As it stands on the invoice" },
      amount: { type: "number", exclusiveMinimum: 0 },
      reason: { type: "string", enum: ["charged twice", "never arrived", "sent back"] },
      received: { type: "string", format: "date" },
      approved: { type: "boolean" },
      customer,
      parcels: { type: "array", items: { type: "string" } },
      lines: { type: "array", items: line },
    },
    required: ["order", "amount", "customer"],
    additionalProperties: false,
  };
  await team.call(replaceQueueJsonSchema, { params, body: { schema: customer, change_summary: "Who asks" } });
  await team.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "What for, and how much" } });
  const lines = [{ article: "Paper A4", pieces: 12 }, { article: "Ink" }];
  const data = {
    order: "R0000323",
    amount: 1240.5,
    reason: "charged twice",
    customer: { name: "Paper & Co" },
    parcels: ["A-1", "A-2"],
    lines,
  };
  const body = { case: { title: "Refund R0000323", data: JSON.stringify(data, null, 2) } };
  const { added_cases } = await team.call(createCases, { params, body });
  return { queue: queue.id, case: added_cases[0]?.id ?? "" };
}
