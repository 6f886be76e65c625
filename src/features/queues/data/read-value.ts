import { parseExact } from "#contract/exact-json.ts";
import { type FieldSchema, kindOf, type ListSchema, takesNull, type TextSchema } from "#contract/queues/case-schema.ts";
import { figureIn, plainDate, plainMoment, type Writing } from "./notation.ts";

const yes = ["yes", "true", "1"];
const no = ["no", "false", "0"];

/** What a cell says in terms of its field. What it cannot say stays text, and the check tells of it. */
export function valueOf(schema: FieldSchema, cell: string, writing: Writing): unknown {
  if (cell === "") return undefined;
  if (cell === "null" && takesNull(schema)) return null;
  switch (kindOf(schema)) {
    case "number":
    case "integer":
      return figureIn(cell, writing);
    case "boolean":
      return yes.includes(cell.toLowerCase()) ? true : no.includes(cell.toLowerCase()) ? false : cell;
    case "array":
      return listOf((schema as ListSchema).items, cell, writing);
    case "object":
      return jsonOr(cell);
    default:
      return wordOf(schema as TextSchema, cell, writing);
  }
}

/** Separated by semicolons, or JSON. */
function listOf(items: FieldSchema, cell: string, writing: Writing): unknown {
  if (kindOf(items) === "object" || kindOf(items) === "array" || cell.startsWith("[")) return jsonOr(cell);
  return cell.split(";").flatMap((part) => valueOf(items, part.trim(), writing) ?? []);
}

function wordOf({ enum: choices, format }: TextSchema, cell: string, writing: Writing): string {
  if (format === "date") return plainDate(cell, writing);
  if (format === "date-time") return plainMoment(cell, writing);
  if (!choices || choices.includes(cell)) return cell;
  const [choice, ...others] = choices.filter((one) => one?.toLowerCase() === cell.toLowerCase());
  return choice && others.length === 0 ? choice : cell;
}

function jsonOr(cell: string): unknown {
  try {
    return parseExact(cell);
  } catch {
    return cell;
  }
}
