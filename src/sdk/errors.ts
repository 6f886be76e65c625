import type { FieldIssue } from "./shapes.ts";

interface Told {
  readonly issues?: readonly FieldIssue[];
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * A refusal of the service. `status` is 0 where there was none: `code` is `unreachable` or `timeout` without an answer, and `invalid_address`, `invalid_key`
 * or `invalid_header` where nothing could be sent. `message` is a sentence for a person.
 */
export class CaseloadError extends Error {
  readonly status: number;
  /** Does not change between versions; the reference lists those of each operation. */
  readonly code: string;
  readonly issues: readonly FieldIssue[];
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which the service takes the call again. */
  readonly retryAfter: number | undefined;
  /** What the error carries beside its code and message, such as the present `version`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, told: Told = {}) {
    super(message, { cause: told.cause });
    this.name = "CaseloadError";
    this.status = status;
    this.code = code;
    this.issues = told.issues ?? [];
    this.requestId = told.requestId;
    this.retryAfter = told.retryAfter;
    this.extra = told.extra ?? {};
  }
}

/** The error of an answer that is no success. */
export async function errorOf(answer: Response): Promise<CaseloadError> {
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown> | null;
  const { error, message, issues, ...extra } = body ?? {};
  return new CaseloadError(
    answer.status,
    typeof error === "string" ? error : `http_${answer.status}`,
    typeof message === "string" ? message : `The service answered ${answer.status}.`,
    {
      issues: Array.isArray(issues) ? (issues as FieldIssue[]) : [],
      requestId: answer.headers.get("x-request-id") ?? undefined,
      retryAfter: secondsIn(answer.headers.get("retry-after")),
      extra,
    },
  );
}

/** Of `Retry-After`: seconds, or a date. */
function secondsIn(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
