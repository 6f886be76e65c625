import { expect, it } from "vitest";
import { inReadingOrder } from "./reading-order.ts";

it("writes out what would turn a text around, and leaves every letter", () => {
  expect(inReadingOrder("path: bills/\u202egnp.exe")).toBe("path: bills/⟨U+202E⟩gnp.exe");
  expect(inReadingOrder("\u2067a\u2069 \u061cb")).toBe("⟨U+2067⟩a⟨U+2069⟩ ⟨U+061C⟩b");
  expect(inReadingOrder("שלום, 👩\u200d👧 Grüße")).toBe("שלום, 👩\u200d👧 Grüße");
});
