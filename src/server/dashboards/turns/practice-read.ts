import { fieldPrefix } from "#contract/dashboards/catalogue.ts";
import { UnknownName, type Workspace, same } from "./practice-query.ts";

/** What a `list_sources` told, or what a read came to. */
export function readIn(value: unknown): NonNullable<Workspace["reads"]>[number] | undefined {
  const { read, tool = "", fields = [] } = (value ?? {}) as { read?: string; tool?: string; fields?: { name: string; number: boolean }[] };
  if (read === undefined) return undefined;
  const named = fields.map(({ name, number }) => ({ name, label: name.replace(fieldPrefix, ""), number }));
  return { id: read, name: tool, dimensions: named, measures: named.filter(({ number }) => number) };
}

/** The arguments of `read search_invoices of "Ledger" with {"limit": 50}`. Throws {@link UnknownName}. */
export function readCall(text: string, { connections = [] }: Workspace): Record<string, unknown> {
  const [, tool = "", quoted, plain, given = "{}"] = /^(\S+)(?:\s+of\s+(?:"([^"]+)"|(.+?)))?(?:\s+with\s+(\{.*\}))?$/.exec(text) ?? [];
  const name = quoted ?? plain;
  if (connections.length === 0) throw new UnknownName("This page has no connections");
  const having = connections.filter((one) => (name === undefined || same(one.name, name)) && one.tools?.some((each) => each.tool === tool));
  const [found] = having;
  if (!found) throw new UnknownName(`No connection${name === undefined ? "" : ` “${name}”`} has a tool “${tool}” that only reads`);
  try {
    return { connection_id: found.id, tool, arguments: JSON.parse(given) as unknown };
  } catch {
    throw new UnknownName(`“${given}” is not JSON`);
  }
}
