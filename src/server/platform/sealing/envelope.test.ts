import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createEnvelope, type Place, Unreadable } from "./envelope.ts";

const place: Place = { teamId: "team", table: "secrets", id: "row" };
const master = randomBytes(32);
const envelope = createEnvelope([master]);

describe("the envelope", () => {
  it("opens what it sealed, and seals nothing twice alike", () => {
    const sealed = envelope.seal(place, "pässword\n2");
    expect(envelope.open(place, sealed)).toBe("pässword\n2");
    expect(sealed).not.toContain("ssword");
    expect(envelope.seal(place, "pässword\n2")).not.toBe(sealed);
    expect(envelope.open(place, envelope.seal(place, ""))).toBe("");
  });

  it("opens nothing that was moved to another team, table or row", () => {
    const sealed = envelope.seal(place, "value");
    for (const other of [
      { ...place, teamId: "other" },
      { ...place, table: "logins" },
      { ...place, id: "other" },
    ])
      expect(() => envelope.open(other, sealed)).toThrow(Unreadable);
  });

  it("opens nothing with one part of another text in it, and nothing that was changed or cut", () => {
    const [v, key, wrapped, body = ""] = envelope.seal(place, "one").split(".");
    const [, , otherWrapped] = envelope.seal(place, "two").split(".");
    const flipped = Buffer.from(body, "base64url");
    flipped[14] = (flipped[14] ?? 0) ^ 1;
    for (const parts of [
      [v, key, otherWrapped, body],
      [v, key, wrapped, flipped.toString("base64url")],
      [v, key, wrapped, body.slice(0, 20)],
      [v, key, wrapped, ""],
      ["v2", key, wrapped, body],
    ])
      expect(() => envelope.open(place, parts.join("."))).toThrow(Unreadable);
  });

  it("hands over to a new key: the former one opens, the data key is sealed anew, the former one is needed no more", () => {
    const sealed = envelope.seal(place, "value");
    const next = randomBytes(32);
    const both = createEnvelope([next, master]);
    expect(both.open(place, sealed)).toBe("value");
    const renewed = both.renew(place, sealed) ?? "";
    expect(renewed.startsWith(both.prefix)).toBe(true);
    expect(both.renew(place, renewed)).toBeUndefined();
    expect(createEnvelope([next]).open(place, renewed)).toBe("value");
    expect(() => createEnvelope([next]).open(place, sealed)).toThrow(Unreadable);
  });
});
