import { describe, expect, it } from "vitest";
import { address, readFlag, readId, readOffset, oneOf, readFields, textUpTo } from "./address.ts";

const one = "0190a1b2-0000-7000-8000-00000000000A";
const list = { search: textUpTo(5), offset: readOffset, agent: readId, deleted: readFlag, order: oneOf(["asc"]) };

describe("the address of a list", () => {
  it("keeps what means something", () => {
    const kept = { search: 42, offset: 50, agent: one, deleted: true, order: "asc" };
    expect(readFields(list)(kept)).toEqual({ ...kept, search: "42", agent: one.toLowerCase() });
    expect(readFields(list)({ search: "  longer than that " })).toEqual({ search: "longe" });
  });

  it("drops what means nothing, so that an edited address never breaks the page", () => {
    for (const bad of [-1, 0, 1.5, "50", 1e300, null, [50]]) expect(readFields(list)({ offset: bad })).toEqual({});
    expect(readFields(list)({ search: " ", agent: "a", deleted: "true", order: "desc" })).toEqual({});
  });

  it("names what it does not know as undefined, for the router keeps what is left out", () => {
    expect(address(list)({ offset: 50, old: "x" })).toEqual({ offset: 50, old: undefined });
  });
});
