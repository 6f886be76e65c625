import { change, subjects } from "#contract/event.ts";
import { z } from "#contract/zod.ts";

const of = subjects({
  clarity_process: { by: "process_id", in: "process" },
  clarity_node: { by: "nodeId", in: "" },
  clarity_link: { by: "process_link_id", in: "process_link" },
  organization: { by: "orgId" },
  clarity_label: { by: "labelId", in: "label" },
});

/** A request, and who is asked. */
const asked = { request_id: z.guid(), user_id: z.guid().nullable() };

/** Which export. */
const exported = { export_id: z.guid() };

export const clarityEvents = {
  "clarity_process.created": change(of.clarity_process, { version: z.int().optional() }),
  "clarity_process.updated": change(of.clarity_process),
  "clarity_process.deleted": change(of.clarity_process),
  "clarity_process.upgraded": change(of.clarity_process),
  "clarity_process.captured": change(of.clarity_process),
  "clarity_process.capture_deleted": change(of.clarity_process),
  /** A link for an interview was made, or ended. */
  "clarity_process.guest_invited": change(of.clarity_process),
  "clarity_process.guest_link_ended": change(of.clarity_process),
  "clarity_process.labeled": change(of.clarity_process),
  /** Edited steps became the live version. */
  "clarity_process.version_saved": change(of.clarity_process),
  "clarity_process.version_promoted": change(of.clarity_process),
  "clarity_process.version_archived": change(of.clarity_process),
  /** Somebody was asked for a capture, or is no longer, or it came. */
  "clarity_process.capture_asked": change(of.clarity_process, asked),
  "clarity_process.capture_unasked": change(of.clarity_process, asked),
  "clarity_process.capture_answered": change(of.clarity_process, asked),
  /** A model was asked to write. */
  "clarity_process.generation_started": change(of.clarity_process),
  "clarity_process.generation_stopped": change(of.clarity_process),
  "clarity_process.generated": change(of.clarity_process),
  "clarity_process.generation_failed": change(of.clarity_process),
  /** A draft of its agent was built from a proposal. */
  "clarity_process.draft_built": change(of.clarity_process),
  /** A promised figure was changed or confirmed. */
  "clarity_process.promised": change(of.clarity_process),
  /** A model of it is to be made in another tool. */
  "clarity_process.export_started": change(of.clarity_process),
  "clarity_process.exported": change(of.clarity_process, exported),
  "clarity_process.export_failed": change(of.clarity_process, exported),
  /** Who is involved, and as what. */
  "clarity_process.people_changed": change(of.clarity_process),
  "clarity_node.created": change(of.clarity_node),
  "clarity_node.updated": change(of.clarity_node),
  "clarity_node.placed": change(of.clarity_node),
  "clarity_node.deleted": change(of.clarity_node),
  "clarity_node.declined": change(of.clarity_node),
  "clarity_node.assigned": change(of.clarity_node),
  /** A model was asked to propose or to place. */
  "clarity_landscape.pass_started": change(of.organization),
  "clarity_link.created": change(of.clarity_link),
  "clarity_link.updated": change(of.clarity_link),
  "clarity_link.deleted": change(of.clarity_link),
  "clarity_label.created": change(of.clarity_label),
  "clarity_label.updated": change(of.clarity_label),
  "clarity_label.deleted": change(of.clarity_label),
};

type ClarityEvents = typeof clarityEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends ClarityEvents {}
}
