import type { ChoiceWords } from "./choice-words.ts";
import type { KnownActivity } from "./known-activities.ts";

export const unknownActivity: KnownActivity = {
  title: "",
  role: null,
  system: null,
  otherRoles: [],
  otherSystems: [],
  evidenceIds: [],
  captures: new Set(),
};
export const untold = "Not told: the lines say what is done, not why.";
export const isService = (role: string | null) => role !== null && /^(the service|system)$/i.test(role);
/** Two captures say the same, or one does. */
export const confidenceOf = ({ captures }: KnownActivity) => (captures.size > 1 ? "high" : captures.size === 1 ? "medium" : "low");

export function described(
  title: string,
  { role, system, condition }: { role?: string | null; system?: string | null; condition?: string | null },
): string {
  const what = condition ? `${title}: ${condition}` : title;
  return `${role ? `${role}: ` : ""}${what}${system ? ` in ${system}` : ""}.`;
}

export function questionsAbout({ title, role, system, otherRoles, otherSystems }: KnownActivity): string[] | null {
  const named = (all: readonly (string | null)[]) => all.flatMap((each) => each ?? []).join(" or ");
  const questions = [
    ...(role === null ? [`Who does “${title}”?`] : otherRoles.length > 0 ? [`Who does “${title}”: ${named([role, ...otherRoles])}?`] : []),
    ...(otherSystems.length > 0 ? [`Where is “${title}” done: ${named([system, ...otherSystems])}?`] : []),
  ];
  return questions.length > 0 ? questions.map((question) => clip(question, 2_000)) : null;
}

export function whenQuestion(names: readonly string[], { defaultWay }: ChoiceWords, body?: KnownActivity): string {
  if (body) return `When is “${body.title}” done again?`;
  const ways = names.filter((name, i) => name !== "Otherwise" || i !== defaultWay);
  const [only, ...others] = ways;
  return others.length === 0
    ? `When is “${only ?? ""}” done, and when is it left out?`
    : `When ${ways.map((way) => `“${way}”`).join(", and when ")}?`;
}

export function clip(words: string, length: number): string {
  return words.length > length ? `${words.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : words;
}

/** Ids of words, each given once, and none that is taken. */
export function freeIds(used: Iterable<string> = []): (wanted: string) => string {
  const taken = new Set(used);
  return (wanted) => {
    const words = wanted.toLocaleLowerCase("en").split(/[^\p{L}\p{N}]+/u);
    const plain = [...words.filter((word) => word !== "").join("-")].slice(0, 80).join("");
    let id = plain;
    for (let n = 2; taken.has(id); n++) id = `${plain}-${n}`;
    taken.add(id);
    return id;
  };
}
