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

/** The objects of an address. The team is in every address, so what is about the team alone belongs to none of them. */
export function objectsIn(address: string): string[] {
  return address.match(uuid)?.slice(1) ?? [];
}

/** What this tab keeps of the forms about objects: the id of every draft names the object that it is about. */
export function unsentAbout(objects: readonly string[]): Unsent[] {
  return draftsAbout(objects).flatMap((id) => {
    const began = new Map(leavesOf(readDraft(beganOf(id)) ?? {}));
    const { base, version: _, ...typed } = readDraft(id) ?? {};
    const changed = leavesOf(typed).filter(([path, text]) => text !== began.get(path) && text !== base);
    return changed.map(([path, text]) => ({ id, name: nameOf(path), text }));
  });
}

/** What deleting an object discards of that, as a sentence; undefined when nothing is lost. */
export function lostWith(object: string): string | undefined {
  const names = new Set(unsentAbout([object]).map(({ name }) => name));
  return names.size === 0 ? undefined : `Your unsaved text is discarded too: ${[...names].join(", ")}.`;
}

export function dropUnsent(...objects: readonly string[]): void {
  for (const id of draftsAbout(objects)) {
    dropDraft(id);
    dropDraft(beganOf(id));
  }
}

function draftsAbout(objects: readonly string[]): string[] {
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
