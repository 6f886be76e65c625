import { expect, it } from "vitest";
import { toast, toasts } from "./toast.ts";

it("replaces what was said of the same thing, with its undo, and keeps the rest", () => {
  toast("Saved");
  toast("Accepted into the draft", { about: "draft", undo: () => undefined });
  toast("Another is live", { about: "other" });
  toast("Revision 2 is live", { about: "draft" });
  expect(toasts.current().map(({ text }) => text)).toEqual(["Saved", "Another is live", "Revision 2 is live"]);
});
