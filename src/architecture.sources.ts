import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

// Every file of the repository and its imports, for the tests of the architecture.

export const root = join(import.meta.dirname, "..");

export interface Source {
  /** From the repository's root, as in `src/contract/zod.ts`. */
  readonly path: string;
  readonly text: string;
  /** What it imports or exports from, as written. */
  readonly specifiers: readonly string[];
  /** Files of this repository among them, by path. */
  readonly targets: readonly string[];
  /** As `targets`, without those that exist for the compiler only. */
  readonly runtimeTargets: readonly string[];
  readonly hasDefaultExport: boolean;
  readonly reexports: number;
  readonly exports: number;
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    // A file in a work tree beside another checkout.
    if (entry.name === ".git") return [];
    const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return ["node_modules", "dist", "test-results", "playwright-report"].includes(entry.name) || /^\.(data|tanstack)$/.test(entry.name)
        ? []
        : walk(path);
    return [path];
  });
}

export const everyFile = walk(".");
export const generated = "src/routeTree.gen.ts";
export const sources: Source[] = everyFile.filter((path) => /^(src|e2e)\/.*\.(ts|tsx|mjs)$/.test(path) && path !== generated).map(read);

function read(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const named = module.staticImports.map((i) => ({
    from: i.moduleRequest.value,
    type: i.entries.length > 0 && i.entries.every((e) => e.isType),
  }));
  const entries = module.staticExports.flatMap((e) => e.entries);
  const passed = entries.flatMap((e) => (e.moduleRequest ? [{ from: e.moduleRequest.value, type: e.isType }] : []));
  // `import("…")` also stands in types, which the module record leaves out.
  const dynamic = [...text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)].map((m) => ({ from: m[1] ?? "", type: true }));
  const all = [...named, ...passed, ...dynamic];
  const resolve = (from: string) =>
    from.startsWith("#") ? [`src/${from.slice(1)}`] : from.startsWith(".") ? [join(dirname(path), from)] : [];
  return {
    path,
    text,
    specifiers: all.map((i) => i.from),
    targets: all.flatMap((i) => resolve(i.from)),
    runtimeTargets: all.filter((i) => !i.type).flatMap((i) => resolve(i.from)),
    hasDefaultExport: entries.some((e) => e.exportName.kind === "Default"),
    reexports: passed.length,
    exports: entries.length,
  };
}

export function offenders(rule: (source: Source) => readonly string[]): string[] {
  return sources.flatMap((source) => rule(source).map((what) => `${source.path}: ${what}`));
}

/** Each circle once, as `a -> b -> a`. */
export function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, "open" | "done">();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      found.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      return;
    }
    state.set(path, "open");
    for (const target of edges.get(path) ?? []) visit(target, [...trail, path]);
    state.set(path, "done");
  };
  for (const path of edges.keys()) visit(path, []);
  return found;
}
