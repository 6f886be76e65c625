import { expect, it } from "vitest";
import { declarationsOf } from "./declarations.ts";

const text = `import { a } from "a";

/** What it is. */
export const listThings = endpoint({
  name: "listThings",
});

export const thingHandlers: Handlers<typeof contract> = {
  async listThings({ query }, { db }) {
    return listRows(db, query);
  },

  getThing: ({ params }, { db }) => findRow(db, params.id),
};

async function listRows(db: Db) {
  return db.select();
}
`;

it("tells declarations and the handlers inside one apart, each to its last line", () => {
  const found = declarationsOf("a.ts", text).map(({ name, top, from, to }) => [name, top, from, to]);
  expect(found).toEqual([
    ["listThings", true, 4, 5],
    ["name", false, 5, 8],
    ["thingHandlers", true, 8, 9],
    ["listThings", false, 9, 13],
    ["getThing", false, 13, 16],
    ["listRows", true, 16, 20],
  ]);
});

it("knows by which words a declaration leads to others", () => {
  const handler = declarationsOf("a.ts", text).find(({ name, top }) => name === "listThings" && !top);
  expect(handler?.words.has("listRows")).toBe(true);
  expect(handler?.words.has("findRow")).toBe(false);
});
