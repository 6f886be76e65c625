import { expect, it } from "vitest";
import { changeWords, factWords } from "./entry-words.ts";

it.each([
  ["role", "team:manager", "organization:owner", "Role: Manager → Owner"],
  ["enabled", "true", "false", "Enabled: Yes → No"],
  ["folder_id", null, "018f4c1e-6a5b-7c3d-8e9f-0a1b2c3d4e5f", "Folder: – → …2c3d4e5f"],
  ["secret_header_names", "[]", '["authorization", "x-key"]', "Secret header names: none → authorization, x-key"],
  ["plain_headers", { length: null, sha256: null }, { length: null, sha256: null }, "Plain headers: Not shown → Not shown"],
  ["auto_disabled_reason", null, "missing_connections", "Auto disabled reason: – → Missing connections"],
  ["tool_policy pay", "ask", "never", "Policy of pay: Ask first → Never"],
  ["type", null, "custom_mcp", "Type: – → MCP server"],
  ["decision", null, "rejected", "Decision: – → Declined"],
  ["name", "true", "night_porter", "Name: true → night_porter"],
] as const)("says what became of %s", (field, from, to, words) => {
  const [said, before, after] = changeWords({ field, from, to });
  expect(`${said}: ${before} → ${after}`).toBe(words);
});

it("says facts as it says changes", () => {
  expect([factWords("reason", "agent_deleted"), factWords("failed", true), factWords("count", 3)]).toEqual(["Agent deleted", "Yes", "3"]);
});
