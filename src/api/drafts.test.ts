import { describe, expect, it } from "vitest";
import { fakeBrowser } from "./fake-browser.ts";

fakeBrowser();
const { draftIds, dropAllDrafts, lostByLeaving, readDraft, unsentDrafts, writeDraft, writeDraftsAs } = await import("./drafts.ts");

describe("a draft", () => {
  it("is kept for who typed it, and nobody else finds it", () => {
    writeDraftsAs("ann");
    writeDraft("case-1", { title: "Refund" }, []);
    writeDraftsAs("bob");
    expect([draftIds(), readDraft("case-1")]).toEqual([[], undefined]);
    writeDraftsAs("ann");
    expect(readDraft("case-1")).toEqual({ title: "Refund" });
    dropAllDrafts();
    expect(draftIds()).toEqual([]);
  });

  it("holds nothing that is a secret or looks like one", () => {
    writeDraft("login", { username: "ann", password: "x", otp_secret: "y", api_key: "z", note: "w" }, ["note"]);
    expect(readDraft("login")).toEqual({ username: "ann" });
    dropAllDrafts();
  });

  it("counts as unsent while it says something", () => {
    writeDraft("full", { title: "Refund" }, []);
    writeDraft("emptied", { title: " ", labels: [""] }, []);
    writeDraft("full:began", { title: "Before" }, []);
    expect([unsentDrafts(), lostByLeaving()]).toEqual([1, "What you typed in one form is not saved and will be discarded."]);
    dropAllDrafts();
    expect(lostByLeaving()).toBeUndefined();
  });

  it("costs the draft and not the form where nothing can be stored", () => {
    const { setItem } = sessionStorage;
    Object.assign(Object.getPrototypeOf(sessionStorage) as object, {
      setItem() {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    expect(() => writeDraft("full", { title: "Refund" }, [])).not.toThrow();
    Object.assign(Object.getPrototypeOf(sessionStorage) as object, { setItem });
  });
});
