import { describe, expect, test } from "vitest";
import { allEndpoints } from "#contract/index.ts";
import type { $ZodType, z } from "#contract/zod.ts";
import { parseJson } from "#server/platform/http/parse.ts";

const sent = ["35447905672478681021", "1.10", "1e400", "-0", "0.1e1"];

interface Place {
  /** Names of an object, and `0` for each entry of a list. */
  readonly path: readonly (string | number)[];
  readonly takes: "any" | "number";
}

/** Where a schema has a number, or takes any value. */
function placesIn(schema: $ZodType, path: Place["path"] = []): Place[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "unknown":
      return [{ path, takes: "any" }];
    case "number":
      return [{ path, takes: "number" }];
    case "object":
      return Object.entries(def.shape).flatMap(([name, one]) => placesIn(one, [...path, name]));
    case "record":
      return placesIn(def.valueType, [...path, "name"]);
    case "array":
      return placesIn(def.element, [...path, 0]);
    case "union":
      return def.options.flatMap((one) => placesIn(one, path));
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
      return placesIn(def.innerType, path);
    case "lazy":
      // The one that contains itself says the same at every depth.
      return path.length > 12 ? [] : placesIn(def.getter(), path);
    case "pipe":
      return placesIn(def.in, path).filter(({ takes }) => takes === "number");
    default:
      return [];
  }
}

/** JSON with this value at a place, and nothing else. */
function written(path: Place["path"], value: string): string {
  return path.reduceRight<string>((inner, key) => (key === 0 ? `[${inner}]` : `{${JSON.stringify(key)}:${inner}}`), value);
}

function at(value: unknown, path: Place["path"]): unknown {
  return path.reduce((inside, key) => (inside as Record<string | number, unknown>)[key], value);
}

const bodies = allEndpoints.flatMap(({ name, body }) => (body ? placesIn(body).map((place) => ({ name, body, ...place })) : []));
const replies = allEndpoints.flatMap(({ name, reply }) => placesIn(reply).map((place) => ({ name, ...place })));
const where = ({ name, path }: { name: string; path: Place["path"] }) => `${name}: ${path.join(".")}`;

test("answers have numbers of others in known places", () => {
  expect(replies.filter(({ takes }) => takes === "any").map(where)).toMatchInlineSnapshot(`
    [
      "listCaseRunRecentMessages: messages.0.tool_call.arguments.name",
      "listCaseRunRecentMessages: messages.0.tool_result.result",
      "getClarityArtifactChatMessages: messages.0.body.patch.0.value",
      "sendClarityArtifactChatMessage: message.body.patch.0.value",
      "decideClarityArtifactChatPatch: message.body.patch.0.value",
      "getLegacyClarityProcess: analysis",
      "listConnectionTools: tools.0.input_schema.name",
      "callConnectionTool: content.0.name",
      "listAgentTriggerTypes: trigger_types.0.filter_schema.name",
      "listHumanRequests: human_requests.0.tool_call.arguments.name",
      "probeMcpServer: tools.0.input_schema.name",
      "listRunMessages: messages.0.tool_call.arguments.name",
      "listRunMessages: messages.0.tool_result.result",
      "getQueueJsonSchema: schema",
      "replaceQueueJsonSchema: schema",
      "attachQueueJsonSchema: schema",
      "detachQueueJsonSchema: schema",
      "updateQueueJsonSchemaSettings: schema",
      "getCaseJsonSchema: schema",
      "getRun: pending_human_request.tool_call.arguments.name",
      "getRunDetails: human_requests.0.tool_call.arguments.name",
      "listSlotTools: tools.0.input_schema.name",
      "listSlotTools: tools.0.allowed_definition.input_schema.name",
      "refreshSlotTools: tools.0.input_schema.name",
      "refreshSlotTools: tools.0.allowed_definition.input_schema.name",
      "setSlotTools: tools.0.input_schema.name",
      "setSlotTools: tools.0.allowed_definition.input_schema.name",
    ]
  `);
});

describe("numbers of an API body", () => {
  const any = bodies.filter(({ takes }) => takes === "any");

  test("are of others in known places", () => {
    expect(any.map(where).toSorted()).toMatchInlineSnapshot(`
      [
        "callConnectionTool: arguments.name",
        "createClarityProcess: analysis.name",
        "createSkill: metadata.name",
        "receiveWebhook: 0.name",
        "receiveWebhook: name",
        "replaceQueueJsonSchema: schema",
        "sendTestEvent: payload.name",
      ]
    `);
  });

  test.each(any.map((place) => [where(place), place] as const))("stay as they were sent: %s", (_, { body, path }) => {
    for (const number of sent.flatMap((one) => [one, `[${one}]`, `{"n":${one}}`])) {
      const text = written(path, number);
      expect(JSON.stringify(parseJson(text, body))).toBe(text);
    }
  });

  test("are those of JavaScript where a schema computes with them", () => {
    const numbers = bodies.filter(({ takes }) => takes === "number");
    expect(numbers.length).toBeGreaterThan(30);
    for (const place of numbers)
      for (const number of ["10.0", "1e1"])
        expect(at(parseJson(written(place.path, number), place.body), place.path), where(place)).toBe(10);
  });
});
