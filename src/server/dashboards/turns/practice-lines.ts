/** What a line of a message to the practice model begins with. Sentences begin with a capital letter; lines do not. */
const practiceVerbs = [
  "title",
  "range",
  "zone",
  "stat",
  "columns",
  "lines",
  "bars",
  "heat",
  "table",
  "note",
  "read",
  "move",
  "remove",
  "ask",
  "say",
  "break",
  "fail",
] as const;
type PracticeVerb = (typeof practiceVerbs)[number];

export interface PracticeLine {
  readonly verb: PracticeVerb;
  readonly text: string;
}

const line = new RegExp(String.raw`^\s*(?:\d+[.)]\s+|[-*]\s+)?(${practiceVerbs.join("|")})\b[ \t]*(.*)$`);

/** The lines of a message; all others mean nothing. None: it is in plain words. */
export function practiceLines(message: string): PracticeLine[] {
  return message.split("\n").flatMap((raw) => {
    const [, verb, text = ""] = line.exec(raw) ?? [];
    return verb ? [{ verb: verb as PracticeVerb, text: text.trim() }] : [];
  });
}

/** What is done after one another: figures that follow each other are one block. */
export function practiceSteps(lines: readonly PracticeLine[]): { readonly verb: PracticeVerb; readonly texts: readonly string[] }[] {
  const steps: { verb: PracticeVerb; texts: string[] }[] = [];
  for (const { verb, text } of lines) {
    const last = steps.at(-1);
    if (verb === "stat" && last?.verb === "stat" && last.texts.length < 6) last.texts.push(text);
    else steps.push({ verb, texts: [text] });
  }
  return steps;
}

/** Whether a message is nothing but lines that begin with a title: such a one is followed by the practice model, whichever other model there is. */
export function isScript(message: string): boolean {
  const lines = message.split("\n").filter((raw) => raw.trim() !== "");
  return practiceLines(lines[0] ?? "")[0]?.verb === "title" && practiceLines(message).length === lines.length;
}
