import { expect, it } from "vitest";
import { firstPreset, keyPresets, presetOf } from "./key-presets.ts";

it("tells what a key is for by its fields, and nothing of those chosen one by one", () => {
  for (const preset of keyPresets) {
    expect(presetOf(preset)).toBe(preset);
    expect(presetOf({ ...preset, oneTeam: undefined })).toBe(preset);
  }
  expect(presetOf({ reads_only: true, expires_in_days: 7, oneTeam: true })).toBeUndefined();
  expect(presetOf({ reads_only: false, expires_in_days: 90, oneTeam: false })).toBeUndefined();
  expect(firstPreset).toMatchObject({ oneTeam: true, expires_in_days: 90 });
});
