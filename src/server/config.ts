import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { hiddenFromPrograms } from "#server/engine/sandbox/host-folders.ts";
import { buildOf } from "#server/platform/build.ts";
import { type Config, logLevels, SettingError, storeAdopts, usualConnections } from "#server/platform/config.ts";
import { bucketSettings, readBucket } from "./config-bucket.ts";
import { oidcSecret, oidcSettings, passwordSetting, readOidc, readPasswordSignIn } from "./config-oidc.ts";
import { readOAuthProviders } from "./config-oauth.ts";
import { commit, flag, hostNames, integer, key32, list, oneOf, optionalFlag, url, visible } from "./setting-values.ts";

/** The variables this service knows; those in `secret` may also come from a file named by `<NAME>_FILE`. */
const known = [
  "BUILD_COMMIT",
  "PORT",
  "HOST",
  "DATA_DIR",
  "BASE_URL",
  "EXPORT_ROWS",
  "RUN_DESCENDANTS",
  "SCHEDULE_STARTS",
  "RATE_LIMIT_QUOTA",
  "RATE_LIMIT_WINDOW",
  "REQUEST_PATIENCE",
  "API_BASE_URL",
  "MODEL_BASE_URL",
  "MODEL_DEFAULT",
  "MODEL_JUDGE",
  "MODEL_TRANSCRIPTION",
  "MODEL_FIRST_BYTE_TIMEOUT",
  "MODEL_CHUNK_TIMEOUT",
  "MODEL_RETRY_FOR",
  "MODEL_JUDGES",
  "SAMPLE_WORKSPACE",
  "PAUSED",
  "STORE_ADOPTS",
  "STORE_CONNECTIONS",
  "MAIL_FROM",
  "ADMIN_EMAIL",
  "OUTBOUND_ALLOW",
  "OAUTH_CLIENT_DOCUMENT",
  "CHROMIUM_PATH",
  "LOG_LEVEL",
  "TRUSTED_PROXIES",
  "DRAIN_SECONDS",
  "ALLOWED_HOSTS",
  ...bucketSettings,
  ...oidcSettings,
  passwordSetting,
  "STORAGE_PERSON_MB",
  "STORAGE_TEAM_MB",
  "STORAGE_ORGANIZATION_MB",
] as const;
const secret = [
  "DATABASE_URL",
  "ADMIN_PASSWORD",
  "ADMIN_TOKEN",
  "SECRETS_KEY",
  "SECRETS_KEY_PREVIOUS",
  "MODEL_API_KEY",
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "SMTP_URL",
  "METRICS_TOKEN",
  "S3_SECRET_ACCESS_KEY",
  "OAUTH_PROVIDERS",
  oidcSecret,
] as const;
type Name = (typeof known)[number] | (typeof secret)[number];

/** Reads and checks the environment. Throws {@link SettingError}. */
export function readConfig(env: Record<string, string | undefined>): Config {
  refuseNearMisses(env);
  const get = (name: Name): string | undefined => {
    const file = (secret as readonly string[]).includes(name) ? env[`${name}_FILE`] : undefined;
    if (file && env[name]) throw new SettingError(`${name} and ${name}_FILE are both set. Keep one of them.`);
    const value = file ? readSecretFile(name, file) : env[name];
    return value === "" ? undefined : value;
  };
  const port = integer("PORT", get("PORT"), 4280, 0, 65535);
  const host = get("HOST") ?? "127.0.0.1";
  const adminEmail = get("ADMIN_EMAIL");
  const adminPassword = get("ADMIN_PASSWORD");
  const adminToken = visible("ADMIN_TOKEN", get("ADMIN_TOKEN"));
  if (adminEmail && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(adminEmail)) throw new SettingError("ADMIN_EMAIL is not an email address.");
  if (Boolean(adminEmail) !== Boolean(adminPassword))
    throw new SettingError("ADMIN_EMAIL and ADMIN_PASSWORD go together. Set both or neither.");
  if (adminPassword && (adminPassword.length < 10 || adminPassword.length > 200))
    throw new SettingError("ADMIN_PASSWORD needs 10 to 200 characters.");
  if (adminToken && !adminEmail)
    throw new SettingError("ADMIN_TOKEN needs ADMIN_EMAIL and ADMIN_PASSWORD: the token is a key of that owner.");
  const secretsKey = key32("SECRETS_KEY", get("SECRETS_KEY"));
  const secretsKeyPrevious = key32("SECRETS_KEY_PREVIOUS", get("SECRETS_KEY_PREVIOUS"));
  const s3 = readBucket(get);
  if (s3 && get("DATABASE_URL") && !secretsKey)
    throw new SettingError("Machines that share a database and a bucket need the same SECRETS_KEY. `openssl rand -hex 32` makes one.");
  const oidc = readOidc(get);
  return {
    build: buildOf(commit("BUILD_COMMIT", get("BUILD_COMMIT"))),
    port,
    host,
    dataDir: hiddenFromPrograms("DATA_DIR", resolve(get("DATA_DIR") ?? ".data")),
    baseUrl:
      url("BASE_URL", get("BASE_URL"), ["http:", "https:"]) ??
      `http://${host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`,
    baseUrlIsFixed: get("BASE_URL") !== undefined,
    connections: integer("STORE_CONNECTIONS", get("STORE_CONNECTIONS"), usualConnections, 8, 500),
    databaseUrl: url("DATABASE_URL", get("DATABASE_URL"), ["postgres:", "postgresql:"]),
    admin: adminEmail && adminPassword ? { email: adminEmail, password: adminPassword, token: adminToken } : undefined,
    secretsKey,
    secretsKeyPrevious,
    paused: optionalFlag("PAUSED", get("PAUSED")),
    storeAdopts: list(get("STORE_ADOPTS")).map((word) => oneOf("STORE_ADOPTS", word, storeAdopts, "files")),
    quota: {
      requests: integer("RATE_LIMIT_QUOTA", get("RATE_LIMIT_QUOTA"), 300, 1, 1_000_000_000),
      windowSeconds: integer("RATE_LIMIT_WINDOW", get("RATE_LIMIT_WINDOW"), 60, 1, 86_400),
    },
    // Half of the most is still less than what the store gives one statement.
    requestPatienceMs: integer("REQUEST_PATIENCE", get("REQUEST_PATIENCE"), 10, 2, 40) * 1000,
    mostDescendants: integer("RUN_DESCENDANTS", get("RUN_DESCENDANTS"), 100, 1, 1_000_000),
    scheduleStarts: integer("SCHEDULE_STARTS", get("SCHEDULE_STARTS"), 100, 1, 1_000_000),
    exportRows: integer("EXPORT_ROWS", get("EXPORT_ROWS"), 100_000, 1, 1_000_000),
    apiBaseUrl: url("API_BASE_URL", get("API_BASE_URL"), ["http:", "https:"]),
    model: {
      baseUrl: url("MODEL_BASE_URL", get("MODEL_BASE_URL"), ["http:", "https:"]),
      apiKey: get("MODEL_API_KEY"),
      default: get("MODEL_DEFAULT"),
      judge: get("MODEL_JUDGE"),
      transcription: get("MODEL_TRANSCRIPTION"),
      // As long as the providers' own clients wait: a model that reasons may say nothing for minutes.
      firstByteMs: integer("MODEL_FIRST_BYTE_TIMEOUT", get("MODEL_FIRST_BYTE_TIMEOUT"), 600, 1, 3600) * 1000,
      chunkMs: integer("MODEL_CHUNK_TIMEOUT", get("MODEL_CHUNK_TIMEOUT"), 600, 1, 3600) * 1000,
      retryForMs: integer("MODEL_RETRY_FOR", get("MODEL_RETRY_FOR"), 600, 0, 86_400) * 1000,
      judges: integer("MODEL_JUDGES", get("MODEL_JUDGES"), 4, 1, 64),
    },
    openaiApiKey: get("OPENAI_API_KEY"),
    anthropicApiKey: get("ANTHROPIC_API_KEY"),
    mailFrom: sender(get("MAIL_FROM")),
    smtpUrl: url("SMTP_URL", get("SMTP_URL"), ["smtp:", "smtps:"]),
    sampleWorkspace: flag("SAMPLE_WORKSPACE", get("SAMPLE_WORKSPACE"), false),
    chromiumPath: get("CHROMIUM_PATH"),
    logLevel: oneOf("LOG_LEVEL", get("LOG_LEVEL"), logLevels, "warn"),
    trustedProxies: integer("TRUSTED_PROXIES", get("TRUSTED_PROXIES"), 0, 0, 10),
    // Kubernetes, which is the slowest to notice, takes a second or two.
    drainSeconds: integer("DRAIN_SECONDS", get("DRAIN_SECONDS"), 5, 0, 600),
    allowedHosts: hostNames("ALLOWED_HOSTS", get("ALLOWED_HOSTS")),
    storage: {
      person: integer("STORAGE_PERSON_MB", get("STORAGE_PERSON_MB"), 10_000, 1, 1_000_000_000) * 1_000_000,
      team: integer("STORAGE_TEAM_MB", get("STORAGE_TEAM_MB"), 50_000, 1, 1_000_000_000) * 1_000_000,
      organization: integer("STORAGE_ORGANIZATION_MB", get("STORAGE_ORGANIZATION_MB"), 200_000, 1, 1_000_000_000) * 1_000_000,
    },
    s3,
    oidc,
    passwordSignIn: readPasswordSignIn(get(passwordSetting), oidc),
    oauthProviders: readOAuthProviders(get("OAUTH_PROVIDERS")),
    oauthClientDocument: flag("OAUTH_CLIENT_DOCUMENT", get("OAUTH_CLIENT_DOCUMENT"), true),
    metricsToken: visible("METRICS_TOKEN", get("METRICS_TOKEN")),
    outboundAllow: list(get("OUTBOUND_ALLOW")),
  };
}

/** Whom mails come from, as in `Caseload <caseload@example.com>`. A line break would begin another header. */
function sender(given: string | undefined): string {
  if (given !== undefined && !/^(?:[^<>@\r\n]* <)?[^\s<>@]+@[^\s<>@]+>?$/.test(given))
    throw new SettingError("MAIL_FROM is not an address such as caseload@example.com or Caseload <caseload@example.com>.");
  return given ?? "Caseload <caseload@localhost>";
}

/** `RATE_LIMIT_QOUTA` would otherwise be ignored in silence. */
function refuseNearMisses(env: Record<string, string | undefined>): void {
  const names = new Set<string>([...known, ...secret, ...secret.map((n) => `${n}_FILE`)]);
  const prefixes = [
    "RATE_LIMIT_",
    "REQUEST_",
    "RUN_",
    "SCHEDULE_",
    "ADMIN_",
    "MODEL_",
    "SECRETS_KEY",
    "API_BASE_",
    "SAMPLE_WORK",
    "OUTBOUND_",
    "TRUSTED_",
    "ALLOWED_",
    "METRICS_",
    "STORAGE_",
    "STORE_",
    "S3_",
    "MAIL_",
    "OAUTH_",
    "OIDC_",
    "PASSWORD_SIGN",
  ];
  for (const name of Object.keys(env)) {
    if (names.has(name) || !prefixes.some((p) => name.startsWith(p))) continue;
    throw new SettingError(
      `${name} is not a setting of this service. Settings that start alike: ${[...names].filter((n) => n.startsWith(name.slice(0, 5))).join(", ") || "none"}.`,
    );
  }
  for (const name of known) {
    if (env[`${name}_FILE`]) throw new SettingError(`${name}_FILE is not a setting: only secrets are read from files. Set ${name}.`);
  }
}

function readSecretFile(name: string, file: string): string {
  hiddenFromPrograms(`${name}_FILE`, file);
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new SettingError(`${name}_FILE names a file that cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
