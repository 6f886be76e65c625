/**
 * The notation that is read without a model, as the page of captures prints it. Whatever else people say is kept as evidence and is not read. The
 * examples are lines that {@link readLine} takes.
 */
export const printedNotation: {
  readonly title: string;
  readonly intro: string;
  readonly forms: readonly { readonly line: string; readonly says: string }[];
  readonly example: readonly string[];
} = {
  title: "Lines that are read without a model",
  intro:
    "A capture can be any text. Where no model reads it, each line in one of these forms becomes a step; a model reads all lines. Write one step per line. Other lines stay as evidence, and the result says how many there were. Where no capture has such a line, the first process map is drawn as it is.",
  forms: [
    {
      line: "1. Clerk: check invoice in Ledger",
      says: "A step: its number, who does it, what is done, and the tool, whose name has a capital letter",
    },
    { line: "2. ?: file the letter", says: "A step when you do not know who does it" },
    { line: "if total over 100: Owner: approve invoice", says: "A step that is done only in this case, after the step above" },
    { line: "otherwise: Clerk: approve invoice", says: "What is done in all other cases" },
    { line: "- Owner: sign in Ledger", says: "The next step of the same case" },
    { line: "at the same time: Treasury: reserve money in Bank", says: "A step that runs while the numbered step above does" },
    { line: "if something is missing: go to 1", says: "Back or ahead to a numbered step" },
    { line: "if it is a duplicate: end: invoice returned", says: "The process ends here" },
    { line: "start: invoice received", says: "What starts the process, before its first step" },
    { line: "end: invoice paid", says: "How the process ends, after its last step" },
  ],
  example: [
    "start: invoice received",
    "1. Clerk: record invoice in Ledger",
    "2. Clerk: match invoice to order in Ledger",
    "if something is missing: Clerk: ask supplier",
    "- go to 1",
    "otherwise:",
    "3. Owner: approve invoice",
    "at the same time: Treasury: reserve money in Bank",
    "4. Treasury: pay invoice in Bank",
    "end: invoice paid",
  ],
};
