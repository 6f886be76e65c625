import type { Build } from "./build.ts";

/** How much the service logs. Those of pino. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Connections of a process: for requests and work 20, for programs 8, and two of its own. */
export const usualConnections = 30;

/** The settings of the service, read and checked. */
export interface Config {
  /** Which build of the service this is. */
  readonly build: Build;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** How people and signed addresses reach the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Whether `baseUrl` was set; else people may as well come by another name of this machine. */
  readonly baseUrlIsFixed: boolean;
  readonly databaseUrl: string | undefined;
  /** Connections to the store that this process may open. */
  readonly connections: number;
  readonly admin: { email: string; password: string; token: string | undefined } | undefined;
  /** 32 bytes, base64 or hex; absent: a file in `dataDir`. */
  readonly secretsKey: string | undefined;
  /** Whether a store starts or ends its pause with this start; absent: as it was. A restored copy begins one. */
  readonly paused: boolean | undefined;
  /** What of this process the store takes for its own, though it was used with another one. */
  readonly storeAdopts: readonly StoreAdopts[];
  /** The key before it, of the same form: opens what it has sealed until that is sealed anew. */
  readonly secretsKeyPrevious: string | undefined;
  readonly quota: { requests: number; windowSeconds: number };
  /** How long a request waits for the store, in milliseconds, and half of it for what another one holds. */
  readonly requestPatienceMs: number;
  /** Told to stop, how long the service says that it is not ready before it takes no more requests. */
  readonly drainSeconds: number;
  /** How many runs may follow from one run: by handovers, cases and events. */
  readonly mostDescendants: number;
  /** How many due times of schedules of one person start in a minute. */
  readonly scheduleStarts: number;
  /** What one export of a list takes. */
  readonly exportRows: number;
  /** The console talks to this service instead of ours. */
  readonly apiBaseUrl: string | undefined;
  readonly model: {
    baseUrl: string | undefined;
    apiKey: string | undefined;
    default: string | undefined;
    judge: string | undefined;
    transcription: string | undefined;
    /** How long a provider may stay silent, and how long its passing faults are waited out; in milliseconds. */
    firstByteMs: number;
    chunkMs: number;
    retryForMs: number;
    /** Evaluations of runs, and as many of cases, at the same time in one process. */
    judges: number;
  };
  readonly openaiApiKey: string | undefined;
  readonly anthropicApiKey: string | undefined;
  readonly smtpUrl: string | undefined;
  /** Whom mails come from. */
  readonly mailFrom: string;
  readonly sampleWorkspace: boolean;
  /** Private hosts that outgoing requests may reach: of webhooks, connections, mailboxes, chats and agents' browsers. */
  readonly outboundAllow: readonly string[];
  /** The browser that agents sign in with; absent: where distributions put Chromium. */
  readonly chromiumPath: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** Proxies in front of the service whose `X-Forwarded-For` is believed: a number of hops. */
  readonly trustedProxies: number;
  /** Names of the service beside the one in `baseUrl`, in lower case. */
  readonly allowedHosts: readonly string[];
  /** What reads `/metrics`; absent: this machine only. */
  readonly metricsToken: string | undefined;
  /** Where file contents are; absent: in `dataDir`. */
  readonly s3: S3Settings | undefined;
  /** The provider that people may sign in with; absent: only passwords. */
  readonly oidc: OidcSettings | undefined;
  /** Whether a password lets people in. False only beside {@link oidc}. */
  readonly passwordSignIn: boolean;
  /** Who this installation is to services that people sign in to elsewhere, by the service. */
  readonly oauthProviders: Readonly<Record<string, OAuthProviderSettings>>;
  /** Whether services elsewhere can read the document about this one. */
  readonly oauthClientDocument: boolean;
  /** Bytes that may be stored by one person, in one team and in one organization. */
  readonly storage: Record<"person" | "team" | "organization", number>;
}

export const storeAdopts = ["secrets_key", "files"] as const;
type StoreAdopts = (typeof storeAdopts)[number];

/** A bucket of a store that speaks S3. */
export interface S3Settings {
  /** Absent: Amazon's, by the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** What every key begins with; empty, or ends in a slash. */
  readonly prefix: string;
  /** Absent: what the machine gives, as a role or a profile. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** The bucket is in the path of an address, not in its host name. */
  readonly pathStyle: boolean;
}

/** A provider of a company that says who somebody is (OpenID Connect). */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** What people call it. */
  readonly name: string;
  /** Whose verified addresses get an account without an invite. */
  readonly domains: readonly string[];
  /** Whether an address counts as verified where the provider does not say. */
  readonly trustEmail: boolean;
}

/** A client that somebody registered with another service, and what is particular about that service here. */
export interface OAuthProviderSettings {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  /** Who may sign in at Microsoft. */
  readonly tenant?: string | undefined;
  readonly issuer?: string | undefined;
  /** Where the tokens are good. */
  readonly api?: string | undefined;
  /** What is asked for instead, by the key of the integration. */
  readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Where the service is instead, by what its addresses begin with. */
  readonly addresses?: Readonly<Record<string, string>> | undefined;
}

/** A setting that cannot be used. The sentence names the variable. */
export class SettingError extends Error {}
