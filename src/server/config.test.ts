import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const admin = { ADMIN_EMAIL: "owner@example.com", ADMIN_PASSWORD: "correct horse battery" };

const provider = { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "caseload" };

describe("settings", () => {
  it("have defaults that work on one machine", () => {
    expect(readConfig({})).toMatchObject({
      port: 4280,
      host: "127.0.0.1",
      baseUrl: "http://127.0.0.1:4280",
      quota: { requests: 300, windowSeconds: 60 },
      requestPatienceMs: 10_000,
      sampleWorkspace: false,
      logLevel: "warn",
    });
    expect(readConfig({ LOG_LEVEL: "debug" }).logLevel).toBe("debug");
  });

  it.each<[string, Record<string, string>]>([
    ["PORT", { PORT: "80a" }],
    ["PORT", { PORT: "70000" }],
    ["EXPORT_ROWS", { EXPORT_ROWS: "0" }],
    ["RATE_LIMIT_QUOTA", { RATE_LIMIT_QUOTA: "0" }],
    ["RATE_LIMIT_QOUTA", { RATE_LIMIT_QOUTA: "300" }],
    ["RATE_LIMIT_WINDOW", { RATE_LIMIT_WINDOW: "-1" }],
    ["REQUEST_PATIENCE", { REQUEST_PATIENCE: "1" }],
    ["STORE_CONNECTIONS", { STORE_CONNECTIONS: "4" }],
    ["STORE_CONECTIONS", { STORE_CONECTIONS: "20" }],
    ["STORE_ADOPTS", { STORE_ADOPTS: "everything" }],
    ["BUILD_COMMIT", { BUILD_COMMIT: "latest" }],
    ["PAUSED", { PAUSED: "perhaps" }],
    ["MODEL_JUDGES", { MODEL_JUDGES: "0" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://x" }],
    ["BASE_URL", { BASE_URL: "example.com" }],
    ["API_BASE_URL", { API_BASE_URL: "ftp://x" }],
    ["MODEL_BASE_URL", { MODEL_BASE_URL: "localhost:11434" }],
    ["SMTP_URL", { SMTP_URL: "http://mail" }],
    ["SAMPLE_WORKSPACE", { SAMPLE_WORKSPACE: "maybe" }],
    ["SECRETS_KEY", { SECRETS_KEY: "short" }],
    ["SECRETS_KEY_PREVIOUS", { SECRETS_KEY_PREVIOUS: "short" }],
    ["ADMIN_EMAIL", { ADMIN_EMAIL: "owner", ADMIN_PASSWORD: "correct horse battery" }],
    ["ADMIN_PASSWORD", { ADMIN_EMAIL: "owner@example.com" }],
    ["ADMIN_PASSWORD", { ADMIN_EMAIL: "owner@example.com", ADMIN_PASSWORD: "short" }],
    ["ADMIN_TOKEN", { ...admin, ADMIN_TOKEN: "short" }],
    ["ADMIN_TOKEN", { ADMIN_TOKEN: "x".repeat(40) }],
    ["LOG_LEVEL must be one of trace, debug", { LOG_LEVEL: "verbose" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "all" }],
    ["ALLOWED_HOSTS", { ALLOWED_HOSTS: "console.internal, https://other.internal" }],
    ["ALLOWED_HOSTS", { ALLOWED_HOSTS: "console.internal:4280" }],
    ["STORAGE_TEAM_MB", { STORAGE_TEAM_MB: "0" }],
    ["S3_BUCKET", { S3_BUCKET: "Files" }],
    ["S3_BUCKET", { S3_ENDPOINT: "http://localhost:9000" }],
    ["S3_ENDPOINT", { S3_BUCKET: "files", S3_ENDPOINT: "localhost:9000" }],
    ["S3_PREFIX", { S3_BUCKET: "files", S3_PREFIX: "a b" }],
    ["S3_PATH_STYLE", { S3_BUCKET: "files", S3_PATH_STYLE: "perhaps" }],
    ["S3_SECRET_ACCESS_KEY", { S3_BUCKET: "files", S3_ACCESS_KEY_ID: "key" }],
    ["S3_BUKET", { S3_BUKET: "files" }],
    ["SECRETS_KEY", { S3_BUCKET: "files", DATABASE_URL: "postgres://localhost/caseload" }],
    ["METRICS_TOKEN", { METRICS_TOKEN: "short" }],
    ["PORT_FILE", { PORT_FILE: "/tmp/port" }],
    ["SECRETS_KEY_FILE", { SECRETS_KEY_FILE: "/nowhere/key" }],
    ["DATA_DIR", { DATA_DIR: "/usr/share/caseload/data" }],
    ["DATA_DIR", { DATA_DIR: "/usr/local/lib/../bin" }],
    ["SECRETS_KEY_FILE", { SECRETS_KEY_FILE: "/usr/lib/caseload/key" }],
    ["DATABASE_URL_FILE", { DATABASE_URL_FILE: "/usr/bin/env" }],
    ["OIDC_ISSUER", { OIDC_CLIENT_ID: "caseload" }],
    ["OIDC_CLIENT_ID", { OIDC_ISSUER: provider.OIDC_ISSUER }],
    ["OIDC_CLIENT_SECRET", { OIDC_CLIENT_SECRET: "secret" }],
    ["OIDC_DOMAINS", { OIDC_DOMAINS: "example.com" }],
    ["OIDC_ISSUER", { ...provider, OIDC_ISSUER: "login.example.com" }],
    ["OIDC_ISSUER", { ...provider, OIDC_ISSUER: "http://login.example.com" }],
    ["OIDC_NAME", { ...provider, OIDC_NAME: "x".repeat(41) }],
    ["OIDC_DOMAINS", { ...provider, OIDC_DOMAINS: "example.com, @example.org" }],
    ["OIDC_DOMAIN", { ...provider, OIDC_DOMAIN: "example.com" }],
    ["OIDC_TRUST_EMAIL", { OIDC_TRUST_EMAIL: "true" }],
    ["OIDC_TRUST_EMAIL", { ...provider, OIDC_TRUST_EMAIL: "perhaps" }],
    ["PASSWORD_SIGN_IN", { ...provider, PASSWORD_SIGN_IN: "sometimes" }],
    ["PASSWORD_SIGN_IN=false needs OIDC_ISSUER", { PASSWORD_SIGN_IN: "false" }],
    ["PASSWORD_SIGNIN", { ...provider, PASSWORD_SIGNIN: "false" }],
  ])("are refused by name: %s", (name, env) => {
    expect(() => readConfig(env)).toThrow(name);
  });

  it("keep data and keys out of what agents' programs can read, also behind a link, and nothing else", () => {
    const link = join(mkdtempSync(join(tmpdir(), "caseload-config-")), "data");
    symlinkSync("/usr/share", link);
    const asked = join(link, "caseload/data");
    const words = `DATA_DIR is ${asked}. Agents' programs can read everything in /usr/share: choose a place outside of it.`;
    expect(() => readConfig({ DATA_DIR: asked })).toThrow(words);
    expect(readConfig({ DATA_DIR: "/usr/src/app/.data" }).dataDir).toBe("/usr/src/app/.data");
    expect(readConfig({ DATA_DIR: "/usr/libraries" }).dataDir).toBe("/usr/libraries");
  });

  it("name a bucket of Amazon's by its name alone, and another store's by its path", () => {
    const ours = { S3_BUCKET: "files", S3_ENDPOINT: "http://127.0.0.1:9000/", S3_PREFIX: "/caseload/" };
    expect(readConfig({ S3_BUCKET: "files" }).s3).toMatchObject({ region: "us-east-1", prefix: "", pathStyle: false });
    expect(readConfig(ours).s3).toMatchObject({ endpoint: "http://127.0.0.1:9000", prefix: "caseload/", pathStyle: true });
    expect(readConfig({}).s3).toBeUndefined();
  });

  it("name the provider that people sign in with after its host, where it has no other name", () => {
    expect(readConfig({}).oidc).toBeUndefined();
    expect(readConfig(provider).oidc).toEqual({
      issuer: "https://login.example.com",
      clientId: "caseload",
      clientSecret: undefined,
      name: "login.example.com",
      domains: [],
      trustEmail: false,
    });
    const named = { ...provider, OIDC_NAME: " Example ID ", OIDC_DOMAINS: "Example.com,example.org", OIDC_CLIENT_SECRET: "secret" };
    expect(readConfig(named).oidc).toMatchObject({ name: "Example ID", domains: ["example.com", "example.org"], clientSecret: "secret" });
    // On this machine nobody is in between.
    expect(readConfig({ ...provider, OIDC_ISSUER: "http://localhost:8080" }).oidc?.name).toBe("localhost");
  });

  it("take secrets from files, without the line's end, but not from both places", () => {
    const file = join(mkdtempSync(join(tmpdir(), "caseload-config-")), "token");
    writeFileSync(file, `${"t".repeat(32)}\n`);
    expect(readConfig({ ...admin, ADMIN_TOKEN_FILE: file }).admin?.token).toBe("t".repeat(32));
    expect(() => readConfig({ ...admin, ADMIN_TOKEN_FILE: file, ADMIN_TOKEN: "t".repeat(32) })).toThrow("ADMIN_TOKEN_FILE are both set");
  });
});
