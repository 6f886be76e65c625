import type { FilterField, UnmatchedField } from "#contract/schedules/trigger-filter.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { comparisonWords, quoted } from "./trigger-words.ts";

interface Words {
  readonly label: string;
  readonly hint?: string;
  /** In the empty field: nothing is left out. */
  readonly any?: string;
  readonly maxLength?: number;
}

export const filterWords: Record<Exclude<FilterField, "conditions">, Words> = {
  queue_id: { label: "In queue", any: "Every queue" },
  agent_id: { label: "By agent", any: "Every agent" },
  priority: { label: "Priority", any: "Every priority" },
  title_contains: { label: "Title contains", maxLength: 200 },
  path_contains: { label: "Path contains", hint: "Such as inbox/ or .pdf", maxLength: 500 },
  media_type_contains: { label: "Media type contains", hint: "Such as pdf, csv or image/", maxLength: 200 },
  uri_contains: { label: "Address contains", hint: "Only these contents are read, at most 100", maxLength: 500 },
  larger_than: { label: "Larger than", any: "Every size" },
  smaller_than: { label: "Smaller than", any: "Every size" },
  folder: { label: "Folder", hint: "As the mail server calls it", any: "INBOX", maxLength: 200 },
  from_contains: { label: "From contains", maxLength: 200 },
  to_contains: { label: "To contains", maxLength: 200 },
  subject_contains: { label: "Subject contains", maxLength: 200 },
  has_attachment: { label: "Attached files", any: "With or without" },
  text_contains: { label: "Text contains", maxLength: 200 },
  event_type: { label: "Type of event", hint: "As the service calls it, such as “invoice.paid”", any: "Every type", maxLength: 200 },
};

/** Why an event did not match a field of the filter. */
export function fieldInWords({ field, is, wanted, found }: UnmatchedField): string {
  switch (field) {
    case "queue_id":
      return "Another queue";
    case "agent_id":
      return "Not by this agent";
    case "priority":
      return `Its priority is ${found ?? "not known"}`;
    case "title_contains":
      return "The title does not contain the text";
    case "path_contains":
      return "The path does not contain the text";
    case "folder":
      return `It arrived in the folder “${found ?? ""}”`;
    case "from_contains":
      return `It is from ${found || "nobody"}`;
    case "to_contains":
      return `It is to ${found || "nobody"}`;
    case "subject_contains":
      return "The subject does not contain the text";
    case "has_attachment":
      return found === "true" ? "Files are attached" : "No file is attached";
    case "text_contains":
      return "Its text does not contain the text";
    case "uri_contains":
      return "The address does not contain the text";
    case "media_type_contains":
      return `Its media type is ${found ?? "not known"}`;
    case "larger_than":
    case "smaller_than":
      return found === null ? "Its size is not known" : `It has ${bytesOf(Number(found))}`;
    case "event_type":
      return found === null ? "It has no type" : `Its type is “${found}”`;
    default: {
      const rule = is === "is_there" ? "" : `, expected: ${comparisonWords[is]} ${quoted(wanted)}`;
      return found === null ? `${field} is missing${rule}` : `${field} is ${quoted(found)}${rule}`;
    }
  }
}
