import type { Plugin } from "vite";

/** Chunks that import each other begin in an order that nobody chose: a value may not be there yet, and the console does not start. */
export function noChunkCycles(): Plugin {
  return {
    name: "no-chunk-cycles",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
      const importsOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
      const done = new Set<string>();
      const visit = (file: string, path: readonly string[]): void => {
        if (path.includes(file)) this.error(`Chunks import each other: ${[...path.slice(path.indexOf(file)), file].join(" > ")}`);
        if (done.has(file)) return;
        for (const needed of importsOf.get(file) ?? []) visit(needed, [...path, file]);
        done.add(file);
      };
      for (const { fileName } of chunks) visit(fileName, []);
    },
  };
}
