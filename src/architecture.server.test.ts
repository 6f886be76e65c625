import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Source, everyFile, root, sources } from "./architecture.sources.ts";

// The walls inside the service: `platform` <- `engine` <- areas <- app. A type counts as an import. Both lists below are exact, so that an edge
// that is gone takes its line along and none comes unseen.

const areas = [
  "agents",
  "audit",
  "clarity",
  "connections",
  "dashboards",
  "library",
  "notifications",
  "queues",
  "runs",
  "schedules",
  "teams",
] as const;

/** Which area may know which, beside the platform and the engine below them. */
const neighbors: Record<string, readonly string[]> = {
  agents: ["connections", "library", "queues", "runs", "schedules", "teams"],
  audit: [],
  clarity: ["agents", "connections", "library", "runs", "teams"],
  connections: ["agents", "teams"],
  dashboards: ["connections", "queues", "runs", "schedules", "teams"],
  library: ["agents", "connections", "teams"],
  notifications: ["teams"],
  queues: ["agents", "library", "runs", "teams"],
  runs: ["agents", "library", "queues", "teams"],
  schedules: ["agents", "connections", "runs", "teams"],
  teams: ["audit", "runs"],
};

/** What the engine still knows of what stands above it; the platform knows nothing of it. Lines may go, none may come. */
const upward = `
engine/control/asking.ts -> runs/requests/human-requests.table.ts
engine/log/run-log.ts -> queues/dispatch/follow-run.ts
engine/log/run-messages.table.ts -> teams/teams.table.ts
engine/models/model-step.ts -> library/skills/skills.store.ts
engine/program/code-run.ts -> library/files/files.store.ts
engine/program/code-run.ts -> library/skills/skills.store.ts
engine/program/code-run.ts -> runs/sandboxes/sandbox-files.store.ts
engine/program/code-step.ts -> agents/code/code-blobs.store.ts
engine/program/keep-outputs.ts -> library/files/files.store.ts
engine/program/keep-outputs.ts -> runs/sandboxes/sandbox-files.store.ts
engine/runs.table.ts -> agents/agents/agents.table.ts
engine/runs.table.ts -> teams/teams.table.ts
engine/tools/child-runs.ts -> runs/runs/runs.store.ts
engine/tools/handover.ts -> agents/agents/agents.table.ts
`;

const service = "src/server/";
const isTest = (path: string) => /\.(test|long|record|cases)\.ts$/.test(path) || /^src\/server\/(gates|testing)\//.test(path);
const files = sources.filter((s) => s.path.startsWith(service));
const production = files.filter((s) => !isTest(s.path));

/** `platform`, `engine`, an area, `mcp`, `sample`, or `app` for what puts the service together. */
function roomOf(path: string): string {
  const [room = "", ...rest] = path.slice(service.length).split("/");
  return rest.length === 0 ? "app" : room;
}

function mayKnow(room: string): readonly string[] {
  if (room === "platform") return [];
  if (room === "engine") return ["platform"];
  if (neighbors[room]) return ["platform", "engine", ...neighbors[room]];
  if (room === "mcp") return ["platform", "engine"];
  if (room === "sdk") return ["platform"];
  if (room === "sample") return ["platform", "engine", ...areas];
  return ["platform", "engine", ...areas, "mcp", "sample", "sdk"];
}

/** Every import of production code that leaves its room. */
const edges = production.flatMap((s: Source) =>
  s.targets
    .filter((target) => target.startsWith(service) && roomOf(target) !== roomOf(s.path))
    .map((target) => ({ source: s.path, target, from: roomOf(s.path), to: roomOf(target) })),
);
const short = (path: string) => path.slice(service.length);

const functions = everyFile
  .filter((path) => path.startsWith(service) && path.endsWith(".sql") && !path.includes("/migrations/"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
/** Where SQL is written by hand. */
const statements = [...production, ...functions].filter(({ text }) => /\b(select|update|sql)\b/i.test(text));

describe("the rooms of the service", () => {
  it("were read: enough files and imports of each", () => {
    const perRoom = Object.groupBy(production, (s) => roomOf(s.path));
    for (const room of ["platform", "engine", ...areas]) {
      expect(perRoom[room]?.length ?? 0, room).toBeGreaterThan(10);
      expect(perRoom[room]?.filter((s) => s.targets.length > 0).length ?? 0, `${room}: files with imports`).toBeGreaterThan(10);
    }
    expect(Object.keys(perRoom).toSorted()).toEqual([...areas, "app", "engine", "mcp", "platform", "sample", "sdk"].toSorted());
    expect(edges.length).toBeGreaterThan(500);
  });

  it("know only what stands below them, but for what is listed here", () => {
    const found = edges
      .filter(({ from, to }) => !mayKnow(from).includes(to))
      .map(({ source, target }) => `${short(source)} -> ${short(target)}`);
    expect([...new Set(found)].toSorted()).toEqual(upward.trim().split("\n").filter(Boolean).toSorted());
  });

  it("list no neighbor that an area no longer needs", () => {
    const used = areas.map((area) => [
      area,
      [...new Set(edges.filter((e) => e.from === area && neighbors[e.to]).map((e) => e.to))].toSorted(),
    ]);
    expect(Object.fromEntries(used)).toEqual(neighbors);
  });

  it("have no circle of imports, types included", () => {
    const targets = new Map(production.map((s) => [s.path, s.targets]));
    const leadsBack = (path: string): boolean => {
      const seen = new Set<string>();
      const open = [path];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const next of targets.get(at) ?? []) {
          if (next === path) return true;
          if (!seen.has(next)) open.push(next);
          seen.add(next);
        }
      }
      return false;
    };
    expect([...targets.keys()].filter(leadsBack).map(short)).toEqual([]);
    expect(targets.size).toBeGreaterThan(400);
  });

  it("take advisory locks by the names in one file", () => {
    const taking = production.filter(({ text }) => /\bpg_(try_)?advisory/.test(text)).map((s) => short(s.path));
    expect(taking).toEqual(["platform/db/locks.ts"]);
  });

  it("ignore case, and sort by what a person wrote, by a collation that knows every script", () => {
    const bare = statements.flatMap(({ path, text }) => {
      // What ignores case names its collation nearby, or is one of platform/db/letters.ts; the bounds of a range are in no case.
      const folding = [...text.matchAll(/(?<![.\w])(?:lower|upper|initcap)\((?!w\))|\bilike\b|~~?\*/gi)]
        .map(({ index }) => text.slice(Math.max(0, index - 80), index + 160))
        .filter((near) => !/collate ?"(und-x-icu|C)"/i.test(near));
      const sorting = [
        ...text.matchAll(/order by [^`;)]*?(?:\b\w+\.)?\bname\b(?!\)? collate|")|orderBy\([^;]*?(?<!alphabetical\(\w+)\.name\b[^;]*/g),
      ]
        .map(([found]) => found)
        .filter((found) => !found.includes("collate"));
      return [...folding, ...sorting].map((found) => `${short(path)}: ${found.replaceAll(/\s+/g, " ").slice(0, 90)}`);
    });
    // Hosts and the endings of files, in ASCII by their rule, and the names of tools, which programs wrote.
    const other =
      /^(runs\/webhooks\/webhook-deliveries\.table|agents\/slots\/slot-tools\.store|connections\/agreements\/agreements)\.(ts|sql): /;
    expect(bare.filter((found) => !other.test(found))).toEqual([]);
    expect(statements.length).toBeGreaterThan(300);
  });

  it("know nothing of an area that tests add: its folders, and the tests that name it, are all there is", () => {
    const own = sources.filter(({ path }) => /^(src\/server\/testing|e2e)\/toys\//.test(path));
    const naming = sources.filter((s) => !own.includes(s) && /\btoys?\b/i.test(s.text)).map(({ path }) => path);
    expect(naming.toSorted()).toEqual([
      "e2e/journeys/toys.spec.ts",
      "src/architecture.server.test.ts",
      "src/architecture.test.ts",
      "src/server/areas.test.ts",
    ]);
    expect(own.length).toBeGreaterThan(10);
  });

  it("leave `testing` and `gates` to tests", () => {
    const inTests = (path: string) => isTest(path) || /^vitest$/.test(path);
    expect(
      production.flatMap((s) => [...s.targets, ...s.specifiers].filter(inTests).map((target) => `${s.path} imports ${target}`)),
    ).toEqual([]);
    expect(files.length - production.length).toBeGreaterThan(100);
  });
});
