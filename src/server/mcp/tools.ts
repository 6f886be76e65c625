import type { Tool } from "@modelcontextprotocol/server";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { allEndpoints } from "#contract/index.ts";
import { inputSchemaOf } from "./input-schema.ts";
import { whyWithheld } from "./withheld.ts";

/** An operation that is a tool. */
export interface Offered {
  readonly endpoint: EndpointSpec;
  /** The area as an address has it. */
  readonly area: string;
  readonly reads: boolean;
  readonly tool: Tool;
}

/** "API keys" is `api-keys`. */
function areaId(area: string): string {
  return area.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}

/** Beside what deletes: what ends or replaces work of others, or takes effect for all. */
const destroying = /^(abort|activate|bulk|cancel|detach|discard|move|promote|remove|replace|revoke|rotate|startCaseJob|stop|unlink)/;

function annotationsOf({ name, method, readOnly }: EndpointSpec): Tool["annotations"] {
  if (method === "GET" || readOnly) return { readOnlyHint: true };
  const destructiveHint = method === "DELETE" || destroying.test(name);
  // A host asks before what destroys, whether it may be repeated or not.
  return { destructiveHint, ...(method === "PUT" && !destructiveHint && { idempotentHint: true }) };
}

function toolOf(endpoint: EndpointSpec): Tool {
  const { name, summary } = endpoint;
  const tool = { name, description: summary, inputSchema: inputSchemaOf(endpoint), annotations: annotationsOf(endpoint) };
  return tool as unknown as Tool;
}

/** Every operation that is a tool, by its name, in the order in which areas are read. */
export const offered: ReadonlyMap<string, Offered> = new Map(
  allEndpoints
    .filter((endpoint) => whyWithheld(endpoint) === undefined)
    .toSorted((a, b) => a.area.localeCompare(b.area, "en"))
    .map((endpoint) => {
      const { name, area, method, readOnly } = endpoint;
      let tool: Tool | undefined;
      return [
        name,
        {
          endpoint,
          area: areaId(area),
          reads: method === "GET" || readOnly === true,
          // Made when somebody asks: the schemas of all of them would be a tenth of the service's start.
          get tool() {
            return (tool ??= toolOf(endpoint));
          },
        },
      ];
    }),
);
