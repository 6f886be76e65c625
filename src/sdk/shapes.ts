// What a program names of the client beside the records of the API. Types only: the package has this file as it is.

export interface CaseloadOptions {
  /** Address of the service. Otherwise `CASELOAD_URL` of the environment, then http://127.0.0.1:4280. */
  readonly url?: string;
  /** Otherwise `CASELOAD_API_KEY` of the environment. */
  readonly apiKey?: string;
  /** Milliseconds that one call may spend on waiting for quota and on trying again. 60,000 unless said otherwise; 0: never. */
  readonly patience?: number;
  /**
   * Milliseconds after which one try without an answer is given up. 60,000 unless said otherwise; 0: never. Uploads and what streams have their answer's
   * beginning by then, or no limit where they send bytes.
   */
  readonly timeout?: number;
  /** What sends the requests instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Of an operation that creates: the same key answers the first result again. Made for each call unless given. */
  readonly idempotencyKey?: string;
  /** Instead of the client's. */
  readonly patience?: number;
  /** Instead of the client's. */
  readonly timeout?: number;
}

export interface FollowOptions extends CallOptions {
  /** Id of a message: goes on behind it. */
  readonly after?: string;
  /** Also ends when the run waits for a person. */
  readonly untilWaiting?: boolean;
  /** Milliseconds for which the service may be away. 600,000 unless said otherwise. */
  readonly outage?: number;
  /** Told once for each time that the service is away. */
  readonly onOutage?: (error: Error) => void;
}

/** A delivery of a webhook as it arrived. */
export interface WebhookDelivery {
  /** The bytes or the text of the body, before anything has parsed it. */
  readonly payload: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The team's webhook secret, `whsec_…`. */
  readonly secret: string;
  /** Seconds that the sender's clock may differ. 300 unless said otherwise. */
  readonly tolerance?: number;
}

/** What the last answer said about the quota of the key. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
}

/** A field that breaks a rule. */
export interface FieldIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** One page when awaited, all rows of all pages in `for await`. Nothing is asked before one of both. */
export interface List<Page, Row> extends Promise<Page>, AsyncIterable<Row> {
  /** Page by page. */
  pages(): AsyncIterable<Page>;
}

/** What is sent as a file. */
export type Content = string | Uint8Array | ArrayBuffer | Blob;
