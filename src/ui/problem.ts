/** The part of an error that a screen shows, read from its shape: this folder knows no client. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

export function problemOf(error: unknown): Problem {
  const given = (typeof error === "object" && error !== null ? error : {}) as Partial<Record<keyof Problem, unknown>>;
  return {
    status: typeof given.status === "number" ? given.status : -1,
    code: typeof given.code === "string" ? given.code : "",
    message: typeof given.message === "string" ? given.message : "Something went wrong.",
    requestId: typeof given.requestId === "string" ? given.requestId : undefined,
    retryAfter: typeof given.retryAfter === "number" ? given.retryAfter : undefined,
  };
}
