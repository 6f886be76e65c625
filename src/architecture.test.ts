import { readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { circlesOf, everyFile, generated, offenders, root, type Source, sources } from "./architecture.sources.ts";

// The rules about who may import whom and what a file may look like, read off the source itself: a tool that finds no files says that all is
// well, so this one counts what it read. `architecture.server.test.ts` has the walls inside the service.

/** The part of the house a file belongs to. */
function treeOf(path: string): string {
  const [, tree = "", ...rest] = path.split("/");
  if (path.startsWith("e2e/toys/console/")) return "toys";
  if (path.startsWith("e2e/")) return "e2e";
  return rest.length === 0 ? "entry" : tree;
}

const known = new Set(everyFile);

const mayImport: Record<string, readonly string[]> = {
  contract: ["contract"],
  server: ["server", "contract", "sdk"],
  // The package that programs install: it knows nothing of the rest but how numbers are read, and the rest prints, names and shows it.
  sdk: ["sdk"],
  api: ["api", "contract"],
  ui: ["ui"],
  lists: ["lists", "api", "ui", "contract"],
  features: ["features", "lists", "api", "ui", "contract", "sdk"],
  routes: ["routes", "features", "lists", "api", "ui", "contract"],
  // main.tsx puts the console together.
  entry: ["entry", "routes", "features", "api", "ui"],
  e2e: ["e2e", "contract", "server", "entry"],
  // The screen of an area that only tests add. Its contract is with the rest of it.
  toys: ["toys", "entry", "routes", "lists", "api", "ui", "contract", "server"],
};

/** Names that a tool prescribes. */
const namedByTools = /(^|\/)(__root|_app|[$\w]+(\.[$\w]+)*\$\w+[\w.$-]*|\w\.\$\w+[\w.$-]*)(\/|\.tsx$)|routeTree\.gen\.ts$/;
const defaultByTools = /(^|\/)(vitest\.config|global-setup|costs|outcome|vite\.config|playwright\.config|drizzle\.config)\.ts$/;

describe("the house", () => {
  it("was read: enough files of every tree", () => {
    const perTree = Object.groupBy(sources, (s) => treeOf(s.path));
    expect(sources.length).toBeGreaterThanOrEqual(150);
    for (const tree of Object.keys(mayImport).filter((t) => t !== "e2e")) expect(perTree[tree]?.length ?? 0, tree).toBeGreaterThan(0);
    for (const tree of ["contract", "server", "api", "ui", "features", "routes"]) {
      expect(
        sources.filter((s) => treeOf(s.path) === tree && s.specifiers.length > 0).length,
        `${tree}: files with imports`,
      ).toBeGreaterThan(3);
    }
  });

  it("has no tree without rules", () => {
    expect(offenders((s) => (mayImport[treeOf(s.path)] ? [] : [`"${treeOf(s.path)}" has no rule here`]))).toEqual([]);
  });

  it("imports files that exist", () => {
    expect(offenders((s) => s.targets.filter((t) => !known.has(t)).map((t) => `imports ${t}, which does not exist`))).toEqual([]);
  });

  it("imports in one direction", () => {
    expect(
      offenders((s) => {
        const allowed = mayImport[treeOf(s.path)] ?? [];
        const isPacked = (t: string) => treeOf(s.path) === "sdk" && t === "src/contract/exact-json.ts";
        return s.targets.filter((t) => !allowed.includes(treeOf(t)) && t !== generated && !isPacked(t)).map((t) => `may not import ${t}`);
      }),
    ).toEqual([]);
  });

  it("keeps features apart", () => {
    const feature = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];
    expect(
      offenders((s) =>
        s.targets
          .filter((t) => feature(s.path) && feature(t) && feature(t) !== feature(s.path))
          .map((t) => `imports another feature: ${t}`),
      ),
    ).toEqual([]);
  });

  it("keeps the folders of a feature one deep, and their imports in one direction", () => {
    expect(offenders((s) => (/^src\/features\/[^/]+\/[^/]+\/[^/]+\//.test(s.path) ? ["lies two folders below its feature"] : []))).toEqual(
      [],
    );
    const uses = Map.groupBy(
      sources.flatMap((s) => s.targets.map((t) => ({ from: dirname(s.path), to: dirname(t), test: s.path.includes(".test.") }))),
      ({ from }) => from,
    );
    const edges = new Map(
      [...uses].map(([from, all]) => [
        from,
        all.filter(({ to, test }) => !test && to !== from && to.startsWith("src/features/")).map(({ to }) => to),
      ]),
    );
    expect(circlesOf(edges)).toEqual([]);
  });

  it("writes `./` inside a folder and `#…` outside, never `../`", () => {
    expect(
      offenders((s) =>
        s.specifiers.flatMap((from) => {
          // `#` leads into src; the journeys have no other way to what they share.
          if (from.startsWith("../") && !s.path.startsWith("e2e/")) return [`imports ${from}`];
          if (from.startsWith("#") && dirname(`src/${from.slice(1)}`) === dirname(s.path)) return [`imports ${from} of its own folder`];
          return [];
        }),
      ),
    ).toEqual([]);
  });

  it("names the extension of every file it imports", () => {
    expect(
      offenders((s) => s.specifiers.filter((from) => /^[.#]/.test(from) && extname(from) === "").map((from) => `imports ${from}`)),
    ).toEqual([]);
  });

  it("lets the contract know zod and nothing else, through one file", () => {
    const outside = (s: Source) => s.specifiers.filter((from) => !/^[.#]/.test(from));
    expect(
      offenders((s) =>
        treeOf(s.path) === "contract"
          ? outside(s).filter((from) => s.path !== "src/contract/zod.ts" || !/^zod(\/v4\/core)?$/.test(from))
          : [],
      ),
    ).toEqual([]);
    expect(offenders((s) => outside(s).filter((from) => /^zod(\/|$)/.test(from) && s.path !== "src/contract/zod.ts"))).toEqual([]);
    expect(sources.find((s) => s.path === "src/contract/zod.ts")?.specifiers).toContain("zod");
  });

  it("keeps DOM, Node, clock and fetch out of the contract", () => {
    const forbidden = /\b(document|window|process|Buffer|fetch|setTimeout|Date\.now|new Date)\b(?!["'])(?=[.(\s])/;
    const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\]|\\.)*"|`[^`]*`/g, "");
    expect(
      offenders((s) =>
        s.path.startsWith("src/contract/") && forbidden.test(code(s.text)) ? [forbidden.exec(code(s.text))?.[0] ?? ""] : [],
      ),
    ).toEqual([]);
  });

  it("uses no Node modules in the browser", () => {
    expect(
      offenders((s) =>
        ["api", "ui", "lists", "features", "routes"].includes(treeOf(s.path))
          ? s.specifiers.filter((from) => from.startsWith("node:"))
          : [],
      ),
    ).toEqual([]);
  });

  it("names no role on a screen: a screen asks whether an endpoint or a rule of the contract lets a person", () => {
    const screens = sources.filter((s) => ["features", "lists", "routes", "ui"].includes(treeOf(s.path)) && !s.path.includes(".test."));
    expect(screens.length).toBeGreaterThan(400);
    const role = /["'`](team|organization):(owner|superadmin|manager|builder|member|clarity-member|executive|admin)["'`]/;
    expect(screens.filter((s) => role.test(s.text) || /\batLeast(InOrganization)?\(/.test(s.text)).map((s) => s.path)).toEqual([]);
    expect(role.test(readFileSync(join(root, "src/contract/roles.ts"), "utf8"))).toBe(true);
  });

  it("reads nothing through the cache inside of a read: the outer one would keep what the inner one had before a change", () => {
    const screens = sources.filter((s) => /^src\/(api|features|lists)\//.test(s.path));
    expect(screens.filter((s) => /queryFn:[^=]*\bclient\b[^=]*=>/.test(s.text)).map((s) => s.path)).toEqual([]);
  });

  it("links only to pages that there are, by the pattern of their address", () => {
    const screens = sources.filter((s) => /^src\/(api|features|lists|routes|ui)\//.test(s.path) && !s.path.includes(".test."));
    const pages = new Set([...readFileSync(join(root, generated), "utf8").matchAll(/^    \| "([^"]+?)\/?"/gm)].map(([, page]) => page));
    expect(pages.size).toBeGreaterThan(25);
    const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    const section = "(?:t|organizations|profile|engine|sign-in|set-up)";
    // What `pathTo`, the router's own components and options, and routes themselves are given; they take nothing else.
    const typed = new RegExp(
      `(?:pathTo\\(|\\bto[:=]|Route\\(|RouteApi\\()\\s*(?:\\w+(?: > 0)? \\? )?"(/(?:_app/)?${section}(?:/[^"]*)?)"`,
      "g",
    );
    const built = new RegExp(
      `(?<!pathTo\\()\`/${section}[/\`?]|\`[^\`]*\\}(?:/(?:agents|automations|queues|cases|runs|revisions|jobs|skills|review|access|import)\\b|\\?\\w+=)`,
    );
    const links = screens.flatMap((s) => [...code(s.text).matchAll(typed)].map(([, to = ""]) => ({ path: s.path, to })));
    expect(links.length).toBeGreaterThan(180);
    const missing = links.filter(({ path, to }) => !path.startsWith("src/routes/") && !to.startsWith("/_app") && !pages.has(to));
    expect(missing).toEqual([]);
    expect(screens.filter((s) => built.test(code(s.text))).map((s) => s.path)).toEqual([]);
  });

  it("never imports the index of the contract from a screen", () => {
    const screens = ["api", "ui", "lists", "features", "routes", "entry"];
    expect(
      offenders((s) =>
        screens.includes(treeOf(s.path)) && s.path !== "src/architecture.test.ts"
          ? s.targets.filter((t) => t === "src/contract/index.ts")
          : [],
      ),
    ).toEqual([]);
  });

  it("has no barrel but the contract's index", () => {
    expect(
      offenders((s) =>
        /(^|\/)index\.tsx?$/.test(s.path) && s.path !== "src/contract/index.ts" && !s.path.startsWith("src/routes/") ? ["is an index"] : [],
      ),
    ).toEqual([]);
    expect(
      offenders((s) =>
        s.reexports > 0 && s.reexports === s.exports && s.path !== "src/contract/zod.ts" ? ["only passes on what others export"] : [],
      ),
    ).toEqual([]);
    expect(offenders((s) => (/^export \* /m.test(s.text) ? ["exports everything of another file"] : []))).toEqual([]);
  });

  it("names files in kebab-case and none `utils`", () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.(ts|tsx|mjs)$/;
    expect(
      offenders((s) =>
        kebab.test(basename(s.path)) || (s.path.startsWith("src/routes/") && namedByTools.test(s.path)) ? [] : ["is not in kebab-case"],
      ),
    ).toEqual([]);
    expect(offenders((s) => (/(^|\/)(utils?|helpers?|misc|common)(\/|\.)/.test(s.path) ? ["says nothing by its name"] : []))).toEqual([]);
  });

  it("exports by name", () => {
    expect(offenders((s) => (s.hasDefaultExport && !defaultByTools.test(s.path) ? ["has a default export"] : []))).toEqual([]);
  });

  it("has no circle of imports", () => {
    expect(circles()).toEqual([]);
  });

  it("says `any` nowhere", () => {
    const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|`[^`]*`|>[^<>{}]*</g, "");
    expect(offenders((s) => (/(:|\bas|<|\|)\s*any\b(?!\w)/.test(code(s.text)) ? ["uses `any`"] : []))).toEqual([]);
  });
});

/** Types are erased and may refer to each other. */
const circles = () => circlesOf(new Map(sources.map((s) => [s.path, s.runtimeTargets])));

describe("the repository", () => {
  const texts = everyFile.filter(
    (path) =>
      !/^(package-lock\.json|LICENSE)$|\.(png|ico|woff2?|svg|tsbuildinfo)$/.test(path) && statSync(join(root, path)).size < 2_000_000,
  );

  it("has a lockfile without addresses: every registry may serve it", () => {
    const lock = readFileSync(join(root, "package-lock.json"), "utf8");
    expect(lock.length).toBeGreaterThan(10_000);
    expect(lock.match(/"resolved":\s*"https?:[^"]*"/g) ?? []).toEqual([]);
  });

  it("names no path of a machine", () => {
    expect(lines(texts, /(?<![\w.@$}-])\/(work|root|home\/\w+|Users\/\w+)\//)).toEqual([]);
  });

  it("gives each decision a number of its own, and links only to decisions that there are", () => {
    const decisions = everyFile.flatMap((path) => /^src\/decisions\/(?!README)(.+)$/.exec(path)?.[1] ?? []);
    expect(decisions.filter((name) => !/^\d{4}-[a-z0-9-]+\.md$/.test(name))).toEqual([]);
    const numbers = decisions.map((name) => name.slice(0, 4)).toSorted();
    expect(numbers.filter((number, i) => number === numbers[i - 1])).toEqual([]);
    expect(numbers.length).toBeGreaterThan(40);
    const linked = texts.flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(/(?<=decisions\/|\]\()\d{4}-[a-z0-9-]+\.md/g)].map(([name]) => name),
    );
    expect(linked.filter((name) => !decisions.includes(name))).toEqual([]);
    const index = readFileSync(join(root, "src/decisions/README.md"), "utf8");
    expect([...index.matchAll(/\]\((.+?)\)/g)].map(([, name]) => name).toSorted()).toEqual(decisions.toSorted());
    expect(linked.length).toBeGreaterThan(0);
  });

  it("puts only modules that there are into chunks of the console", () => {
    // A module that moves would leave its chunk in silence, and the first page would load another's.
    const named = [...readFileSync(join(root, "build/chunk-groups.ts"), "utf8").matchAll(/"(src\/[^"]+)"/g)].flatMap(([quoted]) =>
      spelledOut(String(JSON.parse(quoted))),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((pattern) => !everyFile.some((path) => new RegExp(`^${pattern}`, "m").test(`${path}\n${path}?`)))).toEqual([]);
  });

  it("leaves nothing for later in a comment", () => {
    expect(
      lines(
        texts.filter((path) => path !== "src/architecture.test.ts"),
        /\b(TODO|FIXME|XXX|HACK)\b/,
      ),
    ).toEqual([]);
  });

  it("has only what it names at its top", () => {
    const expected = new Set([
      ".ci",
      "build",
      "e2e",
      "public",
      "src",
      "package.json",
      "package-lock.json",
      "tsconfig.json",
      "vite.config.ts",
      "index.html",
      "LICENSE",
      "CHANGELOG.md",
      "README.md",
      "Dockerfile",
    ]);
    const top = new Set(everyFile.map((path) => path.split("/")[0] ?? ""));
    expect([...top].filter((name) => !expected.has(name) && !name.startsWith("."))).toEqual([]);
  });
});

function lines(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
}

/** The patterns that one with alternatives stands for, each without: `a/(b|c)` is `a/b` and `a/c`. What is optional or refused stays a pattern. */
function spelledOut(pattern: string): string[] {
  const group = /\(([^()?][^()]*)\)(?!\?)/.exec(pattern);
  if (!group) return [pattern];
  const [whole, alternatives = ""] = group;
  return alternatives.split("|").flatMap((each) => spelledOut(pattern.replace(whole, () => each)));
}
