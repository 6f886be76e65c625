import { defineConfig, type PluginOption } from "vite";
import service from "../../vite.config.ts";

const root = new URL("../..", import.meta.url).pathname;

/** As `npm run build`, from another first module, in whatever chunks, and with nothing packed. */
export default defineConfig({
  ...service,
  root,
  plugins: [
    ...(service.plugins ?? []).flat().filter((plugin) => !isNamed(plugin, "compression")),
    {
      name: "toys",
      transformIndexHtml: { order: "pre", handler: (html) => html.replace("/src/main.tsx", "/e2e/toys/console/main.tsx") },
    },
  ],
  build: { ...service.build, rolldownOptions: {}, outDir: `${root}node_modules/.cache/toys-console`, minify: false },
});

function isNamed(plugin: PluginOption, part: string): boolean {
  return typeof plugin === "object" && plugin !== null && "name" in plugin && plugin.name.includes(part);
}
