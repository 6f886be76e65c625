import { startClarityExport } from "#contract/clarity/exports.ts";
import { z } from "#contract/zod.ts";

const { processOwnerRef, processApproverRef } = startClarityExport.body.shape;
/** An empty field of something that may be left out. */
const blank = z.literal("");

/** What can be typed for an export. */
export const exportSchema = z.strictObject({
  connectionInstanceId: z.string().min(1, { error: "Choose a connection" }),
  processOwnerRef: z.union([blank, processOwnerRef.unwrap()]),
  processApproverRef: z.union([blank, processApproverRef.unwrap()]),
});
export type ExportValues = z.output<typeof exportSchema>;

/** What is sent of it: what is empty is left out. */
export function peopleOf({ processOwnerRef: owner, processApproverRef: approver }: ExportValues) {
  return { ...(owner !== "" && { processOwnerRef: owner }), ...(approver !== "" && { processApproverRef: approver }) };
}

/** A setting of a connection, which it keeps as a header. */
export function headerOf(headers: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}
