import { constants } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression, defineAlgorithm } from "vite-plugin-compression2";
import { groups } from "./build/chunk-groups.ts";
import { noChunkCycles } from "./build/no-chunk-cycles.ts";
import { noServerCode } from "./build/no-server-code.ts";
import { pageChunks } from "./build/page-chunks.ts";

export default defineConfig({
  appType: "spa",
  plugins: [
    noServerCode(),
    tanstackRouter({
      target: "react",
      routesDirectory: "src/routes",
      generatedRouteTree: "src/routeTree.gen.ts",
      tmpDir: "node_modules/.cache/tanstack",
      addExtensions: true,
      quoteStyle: "double",
      semicolons: true,
      autoCodeSplitting: true,
      // Loaders name endpoints, and endpoints bring zod: both stay out of the first chunk only when loaders are split off.
      codeSplittingOptions: {
        defaultBehavior: [["component", "loader", "pendingComponent"], ["errorComponent"], ["notFoundComponent"]],
      },
    }),
    react({ compiler: true }),
    // Vite minifies; the pass of the plugin would warn about `::highlight`, which it does not know.
    tailwindcss({ optimize: false }),
    pageChunks(),
    noChunkCycles(),
    compression({
      include: /\.(js|css|html|svg|json|webmanifest)$/,
      // index.html is completed by the service at start (nonce, address of the API), so a packed copy would be stale.
      exclude: /index\.html$/,
      threshold: 512,
      logLevel: "silent",
      algorithms: [defineAlgorithm("gz", { level: 9 }), defineAlgorithm("br", { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
    }),
  ],
  build: {
    outDir: "dist/console",
    emptyOutDir: true,
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    assetsDir: "assets",
    // font-src and script-src allow no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
  },
  // The service hosts Vite in development and owns every address that is not a module.
  server: { hmr: { overlay: true } },
  resolve: {
    dedupe: ["@codemirror/state", "@codemirror/view"],
    // React has had the hook since 18; the shim is for older ones.
    alias: [{ find: "use-sync-external-store/shim/with-selector", replacement: "use-sync-external-store/with-selector" }],
  },
});
