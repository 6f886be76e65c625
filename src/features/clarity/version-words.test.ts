import { expect, it } from "vitest";
import { stateIn, type Version } from "./version-words.ts";

const versionsOf = (...statuses: Version["status"][]) =>
  statuses.map((status, at): Version => ({
    id: String(at),
    status,
    created_at: "2026-01-01T00:00:00Z",
    creator_type: "ai",
    user_id: null,
  }));
const words = (versions: readonly Version[]) => versions.map((version) => stateIn(versions, version).word);

it("tells a draft that waits from one that another version left behind", () => {
  expect(words(versionsOf("draft", "live", "draft", "historic"))).toEqual(["Draft", "Live", "Draft, never live", "Previous"]);
  expect(words(versionsOf("draft", "draft", "historic"))).toEqual(["Draft", "Draft", "Previous"]);
});
