import { linkTypes, nodeName } from "#contract/clarity/node.ts";
import { text, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { parametersOf } from "#server/engine/models/parameters-of.ts";
import type { ToolSpec } from "#server/engine/models/port.ts";

/** The one thing that a pass can do. What it names is checked, and people accept or decline what it proposes. */
export const Proposal = z.strictObject({
  areas: z.array(z.strictObject({ name: nodeName, inside: nodeName.nullable().optional() })).max(50),
  placements: z.array(z.strictObject({ process: uuid, area: nodeName })).max(300),
  links: z
    .array(
      z.strictObject({
        source: uuid,
        target: uuid,
        type: z.enum(linkTypes),
        confidence: z.number().min(0).max(1),
        rationale: text(1, 300),
      }),
    )
    .max(100)
    .optional(),
});
export type Proposal = z.output<typeof Proposal>;

export const proposeTool = "propose_landscape";

/** What a pass is told of: names and summaries only. */
export interface Workspace {
  readonly kind: "generate" | "organize";
  readonly areas: readonly { readonly name: string; readonly inside: string | null; readonly processes: readonly string[] }[];
  readonly placed: readonly { readonly id: string; readonly name: string; readonly area: string | null }[];
  readonly unsorted: readonly { readonly id: string; readonly name: string; readonly team: string; readonly summary: string | null }[];
}

export const proposeSpec: ToolSpec = {
  name: proposeTool,
  description:
    "Says in which area each unsorted process belongs, which further areas there should be, and what hands over to what. Call it once.",
  parameters: parametersOf(Proposal),
};

const lower = (name: string) => name.toLocaleLowerCase("en");

/** What is wrong with a proposal, in words for the model; empty where nothing is. */
export function faultsOf({ kind, areas, placed, unsorted }: Workspace, proposal: Proposal): string[] {
  const known = new Set(areas.map(({ name }) => lower(name)));
  const proposed = new Set(proposal.areas.map(({ name }) => lower(name)));
  const all = new Set([...known, ...proposed]);
  const free = new Set(unsorted.map(({ id }) => id));
  const anywhere = new Set([...free, ...placed.map(({ id }) => id)]);
  return [
    ...(kind === "organize" && proposal.areas.length > 0 ? ["This time only the areas that exist can be used: leave `areas` empty."] : []),
    ...proposal.areas.flatMap(({ name, inside }) =>
      inside && !all.has(lower(inside)) ? [`“${name}” is inside “${inside}”, which is no area.`] : [],
    ),
    ...proposal.placements.flatMap(({ process, area }) => [
      ...(free.has(process) ? [] : [`${process} is no unsorted process.`]),
      ...(all.has(lower(area)) ? [] : [`“${area}” is no area.`]),
    ]),
    ...(proposal.links ?? []).flatMap(({ source, target }) =>
      [source, target].filter((id) => !anywhere.has(id)).map((id) => `${id} is no process.`),
    ),
  ];
}
