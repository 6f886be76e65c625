import { list } from "#contract/list.ts";
import { auditKinds, doorNames } from "./audit-words.ts";

export const auditList = list({
  name: "audit",
  words: ["entry", "entries"],
  filters: {
    search: { kind: "text", label: "Search the audit log", hint: "Name or id", max: 200 },
    kind: { kind: "choice", label: "About", any: "Anything", options: auditKinds },
    person: { kind: "word", label: "Person", any: "Anyone", says: "person", max: 36 },
    door: { kind: "choice", label: "Via", any: "Any source", options: doorNames },
    since: { kind: "since", label: "When", any: "Any time" },
    type: { kind: "word", label: "Event", any: "Any event", says: "event", max: 100, more: true },
    object: { kind: "word", as: "object_id", label: "Object", any: "Any object", says: "object", max: 36, more: true },
  },
  finds: "Search finds whole words and beginnings of words in names, and exact ids and addresses.",
});
