import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { systemMessage } from "#server/engine/log/log-messages.ts";
import { writeHeld } from "#server/engine/log/run-log.ts";
import type { HeldRun } from "#server/engine/log/run-record.ts";
import type { RevisionPart } from "#server/engine/revision-part.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { type Tool, ToolError, tool } from "#server/engine/tools/tool.ts";
import { z } from "#contract/zod.ts";
import { McpFault } from "./faults.ts";
import type { ListedTool } from "./listing.ts";
import { lookAtTools } from "./look-at-tools.ts";
import { type Offered, pinnedTool } from "./pinned-tools.ts";
import { listPins, type PinnedSlot } from "./pins.store.ts";
import { brokenWords } from "./reach.ts";
import { listPolicies, policyInForce } from "./tool-policies.ts";
import { marked, toolName, toolPrefix } from "./tool-names.ts";

/** Tools of all connections of a run: more than providers take, and than a model tells apart. */
const maxOffered = 100;

type Pinned = ConnectionRecord & PinnedSlot;
type Looked = { readonly pin: Pinned; readonly listed: readonly ListedTool[] } | { readonly problem: string };

/** The tools of the connections that the run's person pinned, as far as somebody wants them. What is missing is told by name, to the model and in the run. */
export const mcpPart: RevisionPart = {
  name: "connection_tools",
  tools: toolsOf,
};

async function toolsOf(services: EngineServices, run: HeldRun): Promise<Tool[]> {
  const pins = await listPins(services.store.db, run);
  if (pins.length === 0) return [];
  const [chosen, ...looked] = await Promise.all([listPolicies(services.store.db, run.build_id), ...pins.map((pin) => look(services, pin))]);
  const found = looked.filter((one) => "listed" in one);
  const at = services.clock().getTime();
  const all = named(found).map((one) => {
    const { connection, listed } = one;
    const before = chosen(connection.slot_id, connection.server_url, listed.name);
    const policy = policyInForce(before, listed.digest);
    return { ...one, at, policy, redefined: before?.policy === "allow" && policy === "ask" };
  });
  const offered = all.flatMap((one) => (one.policy === "never" ? [] : [{ ...one, asks: one.policy === "ask" }]));
  const unwanted = all.filter(({ policy }) => policy === "never");
  const problems = looked.flatMap((one) => ("problem" in one ? [one.problem] : []));
  if (offered.length > maxOffered)
    problems.push(`The connections have ${offered.length} tools together; the first ${maxOffered} are offered, the others are not.`);
  if (problems.length > 0) await sayProblems(services, run, problems);
  return [
    ...offered.slice(0, maxOffered).map(pinnedTool),
    ...unwanted.map(unwantedTool),
    ...(problems.length > 0 ? [problemsTool(problems)] : []),
  ];
}

async function look(services: EngineServices, pin: PinnedSlot): Promise<Looked> {
  if (pin.id === null && pin.suspended !== undefined)
    return { problem: `The connection “${pin.suspended}” is suspended: its owner has to review the revision and agree.` };
  if (pin.id === null)
    return {
      problem: `No connection is chosen for “${pin.slot_name}”, for the person of this run. They choose one under Connections of the revision.`,
    };
  if (pin.broken_at !== null) return { problem: brokenWords(pin) };
  try {
    return { pin, listed: await lookAtTools(services, pin) };
  } catch (error) {
    if (!(error instanceof McpFault) && !(error instanceof ToolError)) throw error;
    return { problem: `The tools of the connection “${pin.name}” cannot be listed. ${error.message}` };
  }
}

/** Under names that no two of them share, whatever others there are. */
function named(
  found: readonly { readonly pin: Pinned; readonly listed: readonly ListedTool[] }[],
): { name: string; connection: Pinned; listed: ListedTool }[] {
  const slots = Map.groupBy(found, ({ pin }) => pin.slot_id);
  const taken = new Set<string>();
  return found.flatMap(({ pin, listed }) => {
    const several = (slots.get(pin.slot_id)?.length ?? 0) > 1;
    const prefix = several ? toolPrefix(pin.slot_name, pin.name) : toolPrefix(pin.slot_name);
    return listed.map((one) => {
      const plain = toolName(prefix, one.name);
      const name = taken.has(plain) ? marked(plain, `${pin.id} ${one.name}`) : plain;
      taken.add(name);
      return { name, connection: pin, listed: one };
    });
  });
}

/** What nobody wants is not offered. A call of it all the same, as from written steps, reads why nothing was called. */
function unwantedTool({ name, connection, listed }: Pick<Offered, "name" | "connection" | "listed">): Tool {
  const why = `The tool ${listed.shown_name} of the connection “${connection.name}” is set to “Never” in this revision. Nothing was called.`;
  return tool({
    name,
    type: "mcp",
    effect: "none",
    offered: false,
    description: why,
    parameters: z.record(z.string(), z.unknown()),
    execute: () => Promise.reject(new ToolError(why)),
  });
}

/** Once in a run for each state of things. */
async function sayProblems(services: EngineServices, run: HeldRun, problems: readonly string[]): Promise<void> {
  const text = `This run works without some of its connections. ${problems.join(" ")}`;
  const { rowCount } = await services.store.pool.query(
    "select 1 from run_messages where run_id = $1 and subtype = 'connections_missing' and text_content = $2 limit 1",
    [run.id, text],
  );
  if (rowCount === 0) await writeHeld(services.store.db, run, {}, [systemMessage("connections_missing", text)]);
}

/** How a model learns of it: in what it is told of the tool. */
function problemsTool(problems: readonly string[]): Tool {
  return tool({
    name: "missing_connections",
    type: "mcp",
    effect: "none",
    description: `Some connections of this run cannot be used: ${problems.join(" ")} Where the work needs one of them, say so by its name instead of working around it.`,
    parameters: z.strictObject({}),
    execute: async () => ({ problems }),
  });
}
