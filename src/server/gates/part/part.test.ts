import { expect, it } from "vitest";
import { declarationsOf } from "./declarations.ts";
import { codeOfPage } from "./pages.ts";

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

it("knows which file of the console an address leads to, and what that is made of", () => {
  const inTeam = "src/routes/_app/t.$teamId";
  expect(codeOfPage("/sign-in?next=/t/1")).toContain("src/routes/sign-in.tsx");
  expect(codeOfPage("/t/1/agents/new")[0]).toBe(`${inTeam}/agents/new.tsx`);
  expect(codeOfPage("/t/1/agents/1?tab=runs")[0]).toBe(`${inTeam}/agents/$agentId/index.tsx`);
  expect(codeOfPage("/organizations/1/audit")[0]).toBe("src/routes/_app/organizations.$orgId_.audit.tsx");
  expect(codeOfPage("/reference").slice(0, 2)).toEqual(["src/routes/_app/reference.index.tsx", "src/routes/_app/reference.tsx"]);
  expect(codeOfPage("/no/such/page")[0]).toBe("src/routes/_app/$.tsx");
  const ofQueue = codeOfPage("/t/1/queues/1");
  expect(ofQueue.some((file) => file.startsWith("src/features/queues/"))).toBe(true);
  expect(ofQueue.some((file) => file.startsWith("src/features/clarity/"))).toBe(false);
});
