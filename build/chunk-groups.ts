// Nothing of these is needed before the first page is there.
const observers =
  "queryObserver|mutationObserver|queriesObserver|infiniteQueryObserver|streamedQuery|use|suspense|errorBoundary|QueryError|IsRestoring|Hydration";

/**
 * Few chunks, by when they are needed: a chunk for every shared file would cost a request each. `core` is the first one and holds no schema;
 * `forms` is all that sign-in adds, schemas included; `kit` is what every page behind it uses, and `shell` what stands around them.
 */
export const groups = [
  {
    name: "core",
    priority: 40,
    test: anyOf(
      ["react", "react-dom", "scheduler", "use-sync-external-store", "@tanstack/(react-router|router-core|history|react-store|store)"],
      [
        `node_modules/@tanstack/(react-query|query-core)/(?!.*/(${observers}))`,
        "src/(main|routeTree\\.gen)\\.tsx?$",
        "src/routes/[^?]*$",
        "src/features/[^/]+/([a-z-]+/)?[a-z-]+-search\\.ts$",
        "src/contract/(list|sought|audit/audit-words|schedules/weeks|(agents/(agent|automation)|audit/audit|connections/connection|library/file|queues/(queue|case)|runs/run|schedules/(schedule|webhook-source)|teams/(insights|member|organization-member))-list)\\.ts$",
        "src/lists/list-search\\.ts$",
        "preload-helper\\.js",
        "runtime\\.js$",
        "src/api/(client|path-to|credentials|drafts|hold|pacer|query-client|quota|reach|reload|session-query|stale)\\.ts",
        "src/contract/(roles|exact-json|common-errors|clarity/process-stages|dashboards/(errors|ranges)|notifications/notification-words)\\.ts",
        "src/ui/(address|composing|first-page|known-search|page-coming)\\.ts",
      ],
    ),
  },
  {
    name: "forms",
    priority: 30,
    test: anyOf(
      ["zod", "react-hook-form", "@hookform", "@standard-schema", "@tanstack/(react-query|query-core)"],
      [
        "src/contract/(zod|expected|record|fields|role-fields|email-address|unseen|zone|ids|rights|endpoint|access|areas|topics|errors|json-depth|[a-z]+/(errors|ids|topics)|teams/(session|single-sign-on|rights))\\.ts",
        "src/api/(attempts|decisions/[a-z]+|form|form-errors|form-draft|form-follow|limits|query|session)\\.ts",
      ],
      [
        "src/ui/(cx|counted|link|button|link-button|spinner|wordmark|field|field-context|form|overtaken|problem|toast|text-input|password-input|textarea|checkbox|entry-frame)\\.tsx?",
        "src/features/teams/(parting-count|plain-field|provider-button|provider-trip|use-entering|use-sign-in-ways)",
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
      ["src/features/shell/(?!home-page|palette|shortcuts-dialog|no-team)", "src/routes/_app(/t\\.\\$teamId)?\\.tsx\\?"],
      [
        "src/api/(connection|unsent)\\.ts",
        "src/ui/toaster",
        "lucide-react/dist/esm/icons/(bell|book-open|building-complex|door-closed|gauge|house|keyboard|library-big|log-out|menu|monitor|moon|plug|square-terminal|sun)\\.",
      ],
      [
        "src/contract/(notifications/(notification|notifications)|runs/(failures|inbox|rights|run|runs|waits|human-requests)|agents/(agent-health|agents|builder-run|builder-runs|config|revisions|rights|slots)|schedules/schedule|teams/(members|profile)|queues/(case|case-approvals|labels|queues|rights))\\.ts",
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
        "src/ui/(?!chart/lines-plot|code-mirror|diff|markdown|use-edits|word-diff)",
        "src/api/(?!(use-)?figures\\.ts)",
        "src/contract/(deletion|export|list-query|runs/team-jobs|teams/(retention|lists|list-columns|list-views|sample))\\.ts",
      ],
    ),
  },
  { name: "lists", priority: 15, minShareCount: 2, test: /\/src\/lists\// },
  {
    // What pages of one area share. Figures are those of dashboards, whatever page counts them; runs are started where they are listed.
    name: (id: string) => {
      if (/\/src\/api\/(use-)?figures\.ts/.test(id)) return "dashboards";
      if (id.includes("/agents/start/start-any.tsx")) return "runs";
      return /\/src\/(?:features|contract)\/([^/]+)\//.exec(id)?.[1] ?? null;
    },
    priority: 10,
    minShareCount: 2,
    test: /\/src\/((features\/[^/]+(\/[^/]+)?|contract\/[^/]+)\/[a-z-]+\.ts|features\/(runs\/(jobs\/running-jobs|run-cells)|agents\/start\/start-any)\.tsx|api\/(use-)?figures\.ts)$/,
  },
];

/** Matches modules of any of these packages, or whose path holds any of these. */
function anyOf(packages: readonly string[], ...paths: readonly (readonly string[])[]): RegExp {
  return new RegExp([...packages.map((name) => `/node_modules/${name}/`), ...paths.flat().map((path) => `/${path}`)].join("|"));
}
