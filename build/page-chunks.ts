import type { Plugin } from "vite";

/**
 * Writes which chunks each page needs into `pages.json`, as pairs of an address' pattern and files. The service names them in the head of the
 * page that is asked for, so that they arrive beside the first chunk and not after it has run.
 */
export function pageChunks(): Plugin {
  return {
    name: "page-chunks",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
      const importsOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
      const withImports = (file: string): string[] => {
        const met = new Set([file]);
        // A set is walked to its end, what is added on the way included.
        for (const each of met) for (const needed of importsOf.get(each) ?? []) met.add(needed);
        return [...met];
      };
      const entry = new Set(chunks.filter((chunk) => chunk.isEntry).flatMap(({ fileName }) => withImports(fileName)));
      const chunkOf = new Map<string, string>();
      for (const { fileName, moduleIds } of chunks)
        for (const id of moduleIds) {
          const route = /\/src\/routes\/([^?]+)\.tsx\?tsr-split=component/.exec(id)?.[1];
          if (route) chunkOf.set(route, fileName);
        }
      const routes = [...chunkOf.keys()];
      const layouts = new Set(routes.filter((route) => routes.some((other) => other.startsWith(`${route}/`))));
      const pages = routes
        .filter((route) => !layouts.has(route) && !route.endsWith("/$"))
        .map((route) => {
          const drawn = [...layouts].filter((layout) => route.startsWith(`${layout}/`)).concat(route);
          const files = new Set(drawn.flatMap((each) => withImports(chunkOf.get(each) ?? "")));
          return [patternOf(route), [...files].filter((file) => !entry.has(file))] as const;
        });
      // `agents/new` before `agents/$agentId`.
      pages.sort(([a], [b]) => a.split("[^/]+").length - b.split("[^/]+").length);
      // Whoever signs in waits for nothing that is only behind it.
      const behind = pages.find(([pattern]) => pattern === patternOf("sign-in"))?.[1].filter((file) => /\/(kit|shell)-/.test(file));
      if (behind?.length !== 0) this.error(`The sign-in page needs ${behind ? behind.join(" and ") : "chunks that cannot be found"}.`);
      this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(pages) });
    },
  };
}

/** The addresses of a route's file, as in `_app/t.$teamId/runs/index`. */
function patternOf(route: string): string {
  const segments = route.split(/[/.]/).filter((segment) => !segment.startsWith("_") && segment !== "index");
  return `^/${segments.map((segment) => (segment.startsWith("$") ? "[^/]+" : segment)).join("/")}/?$`;
}
