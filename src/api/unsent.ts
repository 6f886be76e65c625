import { draftIds, dropDraft, readDraft } from "./drafts.ts";
import { beganOf } from "./form-draft.ts";

/** A text that somebody typed and nobody has sent, with what its field is called. */
interface Unsent {
  /** Of the draft that keeps it. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const wholeUuid = new RegExp(`^${uuid.source}$`, "i");

/** What this tab keeps of the forms about the objects of an address: the id of every draft names the object that it is about. */
export function unsentAbout(address: string): Unsent[] {
  return draftsAbout(address).flatMap((id) => {
    const began = new Map(leavesOf(readDraft(beganOf(id)) ?? {}));
    const { base, version: _, ...typed } = readDraft(id) ?? {};
    const changed = leavesOf(typed).filter(([path, text]) => text !== began.get(path) && text !== base);
    return changed.map(([path, text]) => ({ id, name: nameOf(path), text }));
  });
}

/** What deleting the object of an address discards of that, as a sentence; undefined when nothing is lost. */
export function lostWith(address: string): string | undefined {
  const names = new Set(unsentAbout(address).map(({ name }) => name));
  return names.size === 0 ? undefined : `Your unsaved text is discarded too: ${[...names].join(", ")}.`;
}

export function dropUnsent(address: string): void {
  for (const id of draftsAbout(address)) {
    dropDraft(id);
    dropDraft(beganOf(id));
  }
}

/** The team is in every address, so what is about the team alone belongs to none of its objects. */
function draftsAbout(address: string): string[] {
  const [, ...objects] = address.match(uuid) ?? [];
  return draftIds().filter((id) => !id.endsWith(beganOf("")) && objects.some((object) => id.includes(object)));
}

/** Texts and numbers of a value by their place in it. Ids say nothing to a person. */
function leavesOf(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, part]) => leavesOf(part, path === "" ? key : `${path}.${key}`));
  if (typeof value !== "string" && typeof value !== "number") return [];
  const text = String(value);
  return text.trim() === "" || wholeUuid.test(text) ? [] : [[path, text]];
}

const named: Readonly<Record<string, string>> = { input: "Instructions", code: "Program", content: "Text", data: "Data" };

function nameOf(path: string): string {
  const last = path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path;
  const words = last
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return named[last] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
