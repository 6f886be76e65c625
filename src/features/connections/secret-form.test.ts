import { describe, expect, it } from "vitest";
import type { Secret } from "#contract/connections/secrets.ts";
import { changesOf } from "./secret-form.ts";

const opened = { name: "Mail provider", user_id: null, env_var_keys: ["HOST", "KEY"] } as unknown as Secret;
const kept = (key: string) => ({ from: key, key, value: "" });
const untouched = { name: "Mail provider", shared: true, variables: [kept("HOST"), kept("KEY")] };

describe("what is sent of an opened secret", () => {
  it("is nothing where nothing was typed", () => {
    expect(changesOf(opened, untouched)).toEqual({});
  });
  it("is what was typed, and removes only what was there when it was opened", () => {
    const variables = [
      { from: "KEY", key: "MAIL_KEY", value: "next" },
      { from: null, key: "PORT", value: "25" },
    ];
    expect(changesOf(opened, { name: "Mail", shared: false, variables })).toEqual({
      name: "Mail",
      shared: false,
      rename_keys: { KEY: "MAIL_KEY" },
      remove_keys: ["HOST"],
      add_values: { MAIL_KEY: "next", PORT: "25" },
    });
  });
});
