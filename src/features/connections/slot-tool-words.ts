import type { SlotTool, ToolDefinition, ToolPolicy } from "#contract/connections/slot-tools.ts";
import { claimOf } from "#ui/tool-claim.ts";

export const policyWords: Record<ToolPolicy, string> = { allow: "Allow", ask: "Ask first", never: "Never" };

/** How many of these tools are treated how, as in "2 allowed, 3 ask first". */
export function countedPolicies(tools: readonly SlotTool[]): string {
  const of = (policy: ToolPolicy) => tools.filter((tool) => tool.policy === policy).length;
  const [allow, ask, never] = [of("allow"), of("ask"), of("never")];
  return [
    ...(allow > 0 ? [`${allow} allowed`] : []),
    ...(ask > 0 ? [`${ask} ask first`] : []),
    ...(never > 0 ? [`${never} never`] : []),
  ].join(", ");
}

/** What a server declares of a tool, as lines that can be compared. */
export function textOf({ description, input_schema, ...claims }: ToolDefinition): string {
  return `${description}\n\n${claimOf(claims) ?? "Not marked as read-only"}\n\n${JSON.stringify(input_schema, null, 2)}`;
}
