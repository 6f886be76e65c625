import { beforeEach, expect, it } from "vitest";
import { dismissToast, toast, toasts } from "./toast.ts";

// Files of tests share what they import.
beforeEach(() => {
  for (const { id } of toasts.current()) dismissToast(id);
});

it("replaces what was said of the same thing, with its undo, and keeps the rest", () => {
  toast("Saved");
  toast("Accepted into the draft", { about: "draft", undo: () => undefined });
  toast("Another is live", { about: "other" });
  toast("Revision 2 is live", { about: "draft" });
  expect(toasts.current().map(({ text }) => text)).toEqual(["Saved", "Another is live", "Revision 2 is live"]);
});

it("says what is said twice in one moment once, and later again", async () => {
  const both = Promise.resolve();
  await Promise.all([both.then(() => toast("Copied")), both.then(() => toast("Copied"))]);
  expect(toasts.current()).toHaveLength(1);
  await new Promise((next) => setTimeout(next));
  toast("Copied");
  expect(toasts.current()).toHaveLength(2);
});
