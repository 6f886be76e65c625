import type { LandscapeNode } from "#contract/clarity/node.ts";
import type { ComboboxOption } from "#ui/combobox-list.tsx";

/** What is inside a place, at any depth. */
export function insideOf(nodes: readonly LandscapeNode[], id: string): LandscapeNode[] {
  const at = nodes.findIndex((node) => node.id === id);
  const own = nodes[at]?.depth ?? 0;
  const end = nodes.findIndex(({ depth }, i) => i > at && depth <= own);
  return at === -1 ? [] : nodes.slice(at + 1, end === -1 ? undefined : end);
}

/** The areas that something can be put into, each with those around it. */
export function areaOptions(nodes: readonly LandscapeNode[], except: readonly string[] = []): ComboboxOption[] {
  const nameOf = new Map(nodes.map(({ id, name }) => [id, name]));
  return nodes
    .filter(({ id, kind }) => kind === "area" && !except.includes(id))
    .map(({ id, name, parentId }) => ({ value: id, label: name, ...(parentId && { note: nameOf.get(parentId) ?? "" }) }));
}

/** The area that is chosen, or that the chosen process is in. */
export function areaAround(nodes: readonly LandscapeNode[], id: string | undefined): string | null {
  const chosen = nodes.find((node) => node.id === id);
  return (chosen?.kind === "area" ? chosen.id : chosen?.parentId) ?? null;
}
