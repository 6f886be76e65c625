/** Where a request comes from, as events keep it. */
export interface Origin {
  readonly door: "console" | "api_key";
  /** Of the key or session; null for whoever is not known yet. */
  readonly credential_id: string | null;
  readonly address: string;
  readonly request_id: string;
  /** The endpoint's name. */
  readonly operation: string;
}

/** What is known of it before what was asked for arrives. */
export type Asker = Pick<Origin, "door" | "credential_id" | "operation">;
