// The one import of zod. `import * as z` and not `import { z }`: the latter carries every locale into the browser.
import * as z from "zod";
import { expected } from "./expected.ts";

/** Text for each kind of broken rule, written once and shown by the service and under the form field alike. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This is required";
      return expected(issue.expected);
    case "too_small":
      if (issue.origin === "string") {
        return issue.minimum === 1 ? emptyWords(issue.path) : `Use at least ${issue.minimum} characters`;
      }
      if (issue.origin === "array" || issue.origin === "set") return `Give at least ${issue.minimum}`;
      return issue.inclusive ? `Use ${issue.minimum} or more` : `Use more than ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `Use at most ${count(issue.maximum)} characters`;
      if (issue.origin === "array" || issue.origin === "set") return `Give at most ${count(issue.maximum)}`;
      return issue.inclusive ? `Use ${count(issue.maximum)} or less` : `Use less than ${count(issue.maximum)}`;
    case "invalid_format":
      return formats[issue.format] ?? "This does not have the expected format";
    case "invalid_value":
      return `Use one of: ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `Unknown ${issue.keys.length === 1 ? "field" : "fields"}: ${issue.keys.join(", ")}`;
    case "not_multiple_of":
      return `Use a multiple of ${issue.divisor}`;
    case "invalid_union":
      return "This matches none of the allowed forms";
    default:
      return undefined;
  }
}

/** Fields whose wire name is no word for what people enter. */
const enteredAs: Record<string, string> = {
  code: "some code",
  content: "some text",
  data: "some data",
  newFilenameOnly: "a file name",
  owner_name: "your name",
  key: "a name",
};

/** What an empty text is answered with: it names the field at the end of the path, as in "Enter a name". */
export function emptyWords(path: readonly PropertyKey[] = []): string {
  const last = path.at(-1);
  if (typeof last !== "string" || /^\d+$/.test(last)) return "Enter a value";
  if (enteredAs[last]) return `Enter ${enteredAs[last]}`;
  const field = last.replace(/[A-Z_]/g, (part) => (part === "_" ? " " : ` ${part.toLowerCase()}`));
  if (/[^s]s$/.test(field)) return `Enter ${field}`;
  return `Enter ${/^[aeiou]/.test(field) ? "an" : "a"} ${field}`;
}

const formats: Record<string, string> = {
  uuid: "Use an id of the form 00000000-0000-0000-0000-000000000000",
  guid: "Use an id of the form 00000000-0000-0000-0000-000000000000",
  email: "Use an email address such as name@example.com",
  url: "Use a full URL that starts with https:// or http://",
  date: "Use a date such as 2026-01-31",
  datetime: "Use a date and time such as 2026-01-31T09:30:00Z or 2026-01-31T11:30:00+02:00",
};

function count(n: number | bigint): string {
  return n.toLocaleString("en");
}

// jitless: the compiled parsers need `new Function`, which the console's content security policy refuses.
z.config({ customError: wording, jitless: "document" in globalThis });

export { z };
export type { $ZodType, input as Input, output as Output } from "zod/v4/core";
