import { endpoint } from "#contract/endpoint.ts";
import { int53, page, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { ExtraCaptureRequest } from "./extra-capture.ts";

const area = "Clarity";
const ofProposal = z.strictObject({ process_id: idOf("clarity_process"), transformation_proposal_id: idOf("clarity_snapshot") });
const path = "/v2/clarity-v2/processes/{process_id}/transformation-proposals/{transformation_proposal_id}/extra-capture-requests";

export const listClarityExtraCaptureRequests = endpoint({
  name: "listClarityExtraCaptureRequests",
  method: "GET",
  path,
  area,
  summary: "What a proposal still asks for",
  access: { scope: "team", by: "process_id", role: "team:member" },
  reads: ["clarity_process"],
  params: ofProposal,
  query: z.strictObject(page(20, 100)),
  reply: z.strictObject({ requests: z.array(ExtraCaptureRequest), total: int53, limit: int53, offset: int53 }),
});

export const assignClarityExtraCaptureRequest = endpoint({
  name: "assignClarityExtraCaptureRequest",
  method: "PATCH",
  path: `${path}/{request_id}/assign`,
  area,
  summary: "Ask a member for a capture, or no one",
  access: { scope: "team", by: "process_id", role: "team:manager" },
  changes: ["clarity_process"],
  params: ofProposal.extend({ request_id: idOf("clarity_request") }),
  body: z.strictObject({
    /** Of the team, and allowed to see the process. */
    user_id: uuid.nullable(),
  }),
  reply: z.strictObject({ request: ExtraCaptureRequest }),
});
