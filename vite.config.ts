import { constants } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compression, defineAlgorithm } from "vite-plugin-compression2";

/** A server file or a Node module in the browser's graph is a mistake that a bundler would otherwise paper over. */
function noServerCode(): Plugin {
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

/**
 * Writes which chunks each page needs into `pages.json`, as pairs of an address' pattern and files. The service names them in the head of the
 * page that is asked for, so that they arrive beside the first chunk and not after it has run.
 */
function pageChunks(): Plugin {
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
      this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(pages) });
    },
  };
}

/** Chunks that import each other begin in an order that nobody chose: a value may not be there yet, and the console does not start. */
function noChunkCycles(): Plugin {
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

/** The addresses of a route's file, as in `_app/t.$teamId/runs/index`. */
function patternOf(route: string): string {
  const segments = route.split(/[/.]/).filter((segment) => !segment.startsWith("_") && segment !== "index");
  return `^/${segments.map((segment) => (segment.startsWith("$") ? "[^/]+" : segment)).join("/")}/?$`;
}

// Nothing of these is needed before the first page is there.
const observers =
  "queryObserver|mutationObserver|queriesObserver|infiniteQueryObserver|streamedQuery|use|suspense|errorBoundary|QueryError|IsRestoring|Hydration";

/**
 * Few chunks, by when they are needed: a chunk for every shared file would cost a request each. `core` is the first one and holds no schema;
 * `forms` is all that sign-in adds, schemas included; `kit` is what every page behind it uses, and `shell` what stands around them.
 */
const groups = [
  {
    name: "core",
    priority: 40,
    test: anyOf(
      ["react", "react-dom", "scheduler", "use-sync-external-store", "@tanstack/(react-router|router-core|history|react-store|store)"],
      [
        `node_modules/@tanstack/(react-query|query-core)/(?!.*/(${observers}))`,
        "src/(main|routeTree\\.gen)\\.tsx?$",
        "src/routes/[^?]*$",
        "src/features/[^/]+/[a-z-]+-search\\.ts$",
        "preload-helper\\.js",
        "src/api/(client|path-to|credentials|drafts|hold|pacer|query-client|quota|reach|reload|session-query)\\.ts",
        "src/contract/roles\\.ts",
        "src/ui/(address|known-search)\\.ts",
      ],
    ),
  },
  {
    name: "forms",
    priority: 30,
    test: anyOf(
      ["zod", "react-hook-form", "@hookform", "@standard-schema", "@tanstack/(react-query|query-core)"],
      [
        "src/contract/(zod|record|fields|ids|rights|endpoint|errors|json-depth|teams/(session|rights))\\.ts",
        "src/api/(attempts|decisions|kept-decisions|form|form-errors|form-draft|form-follow|limits|query|session|stale)\\.ts",
      ],
      [
        "src/ui/(cx|link|button|link-button|spinner|wordmark|field|field-context|form|overtaken|toast|text-input|password-input|textarea|checkbox)\\.tsx?",
        "src/features/teams/entry-frame",
      ],
      ["lucide-react/dist/esm/(?!icons)", "lucide-react/dist/esm/icons/(circle-alert|circle-exclamation-point)\\."],
    ),
  },
  {
    // With the records that it and most pages name. The error page too: it is needed most when nothing can be loaded any more.
    name: "shell",
    priority: 25,
    test: anyOf(
      [],
      ["src/features/shell/(?!palette|shortcuts-dialog|no-team)", "src/routes/_app(/t\\.\\$teamId)?\\.tsx\\?"],
      [
        "src/api/(connection|unsent)\\.ts",
        "src/ui/toaster",
        "lucide-react/dist/esm/icons/(building-complex|gauge|keyboard|library-big|log-out|menu|monitor|moon|sun)\\.",
      ],
      [
        "src/contract/(runs/(failures|rights|run|runs|waits|human-requests)|agents/(agents|builder-runs|config|revisions|rights)|teams/profile|queues/(case|case-approvals|labels|queues))\\.ts",
      ],
    ),
  },
  {
    name: "kit",
    priority: 20,
    minShareCount: 2,
    test: anyOf(
      [
        "radix-ui",
        "@radix-ui",
        "@floating-ui",
        "react-remove-scroll",
        "react-remove-scroll-bar",
        "aria-hidden",
        "react-style-singleton",
        "use-sidecar",
        "use-callback-ref",
        "get-nonce",
        "tslib",
        "lucide-react",
        "@tanstack/(react-virtual|virtual-core)",
      ],
      [
        "src/ui/(?!code-mirror|diff|markdown|use-edits|word-diff)",
        "src/api/",
        "src/contract/(runs/team-jobs|teams/(retention|lists|list-columns|list-views))\\.ts",
      ],
    ),
  },
  {
    // What pages of one area share.
    name: (id: string) => /\/src\/(?:features|contract)\/([^/]+)\//.exec(id)?.[1] ?? null,
    priority: 10,
    minShareCount: 2,
    test: /\/src\/(features\/[^/]+(\/[^/]+)?|contract\/[^/]+)\/[a-z-]+\.ts$/,
  },
];

/** Matches modules of any of these packages, or whose path holds any of these. */
function anyOf(packages: readonly string[], ...paths: readonly (readonly string[])[]): RegExp {
  return new RegExp([...packages.map((name) => `/node_modules/${name}/`), ...paths.flat().map((path) => `/${path}`)].join("|"));
}

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
