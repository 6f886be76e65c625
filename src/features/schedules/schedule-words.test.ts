import { expect, it } from "vitest";
import { stateOf } from "./schedule-words.ts";

const active = { enabled: true, auto_disabled_reason: null, consecutive_missing_connection_failures: 0 };
const paused = { ...active, enabled: false };

it.each([
  ["Active", active],
  ["No connection", { ...active, consecutive_missing_connection_failures: 1 }],
  ["Paused", paused],
  ["Paused by failures", { ...paused, auto_disabled_reason: "missing_connection", consecutive_missing_connection_failures: 3 }],
  ["Paused, no connection", { ...paused, auto_disabled_reason: "missing_connection" }],
  ["Paused, owner left", { ...paused, auto_disabled_reason: "owner_left" }],
  ["Ended", { ...paused, ended: true }],
])("says what became of a schedule: %s", (word, stated) => {
  expect(stateOf(stated).word).toBe(word);
});
