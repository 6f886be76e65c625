/** What follows `ask` in a scripted step. */
export interface Asking {
  readonly question: string;
  readonly options: string[];
}

/** Reads `"Which month?" options: January, February`; the quotes and the options may be left out. */
export function readAsking(rest: string): Asking {
  const [, quoted, bare = ""] = /^(?:"([^"]*)"|(.*?))(?:\s+options:\s*.*)?$/i.exec(rest) ?? [];
  const listed = /\soptions:\s*(.*)$/i.exec(rest)?.[1] ?? "";
  const options = listed.split(",").map((option) => option.trim());
  return { question: quoted ?? bare, options: options.filter(Boolean) };
}
