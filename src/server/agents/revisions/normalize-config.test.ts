import { describe, expect, test } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { normalizeConfig } from "./normalize-config.ts";

describe("normalizeConfig", () => {
  test("writes out the defaults of a code step", () => {
    const source = { kind: "inline", code: "print(1)" } as const;
    const whole = { version: "v1", data: { language: "python", source, files: [], timeoutMs: 600_000 } };
    expect(normalizeConfig({ version: "v1", data: { language: "python", source } })).toEqual(whole);
    expect(normalizeConfig({ version: "v1", data: { language: "python", source, files: null } })).toEqual(whole);
  });

  test("writes out the defaults of a model step and keeps null", () => {
    expect(normalizeConfig({ version: "v1", data: { model: "m", input: "Hello" } })).toEqual({
      version: "v1",
      data: { model: "m", input: "Hello", files: [], skills: [] },
    });
    const withNull: Config = { version: "v1", data: { model: "m", input: "Hello", files: null, skills: null, temperature: null } };
    expect(normalizeConfig(withNull)).toEqual(withNull);
  });

  test("leaves what is given and changes nothing the second time", () => {
    const given: Config = {
      version: "v1",
      data: { language: "python", source: { kind: "files", startCommand: "sh run.sh" }, files: ["a.csv"], timeoutMs: 5 },
    };
    expect(normalizeConfig(given)).toEqual(given);
    const once = normalizeConfig({ version: "v1", data: { model: "m", input: "Hello" } });
    expect(normalizeConfig(once)).toEqual(once);
  });
});
