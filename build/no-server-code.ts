import type { Plugin } from "vite";

/** A server file or a Node module in the browser's graph is a mistake that a bundler would otherwise paper over. */
export function noServerCode(): Plugin {
  return {
    name: "no-server-code",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId(source, importer) {
      const fromOurs = importer?.includes("/src/") && !importer.includes("/node_modules/");
      if (fromOurs && (source.startsWith("#server/") || source.startsWith("node:"))) {
        this.error(`${importer} imports ${source}: the console must not contain code of the service`);
      }
      return null;
    },
  };
}
