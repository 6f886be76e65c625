import { type ErrorCode, type ErrorExtra, type Issue, errorTable } from "#contract/errors.ts";

/** The one error that handlers throw. It carries a code of the error table; the status follows from the table. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly extra: Record<string, unknown> | undefined;
  readonly issues: Issue[] | undefined;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    options: { message?: string | undefined; extra?: Record<string, unknown>; issues?: Issue[]; retryAfter?: number } = {},
  ) {
    super(options.message ?? errorTable[code].message);
    this.code = code;
    this.extra = options.extra;
    this.issues = options.issues;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  body(): Record<string, unknown> {
    return { error: this.code, message: this.message, ...this.extra, ...(this.issues && { issues: this.issues }) };
  }
}

type ExtraArgument<C extends ErrorCode> = keyof ErrorExtra<C> extends never ? [] : [extra: ErrorExtra<C>];

/** Ends the request with this code: `throw refuse("already_live")`. `message` replaces the table's sentence by a more exact one. */
export function refuse<C extends ErrorCode>(code: C, message?: string, ...[extra]: ExtraArgument<C>): Refusal {
  return new Refusal(code, { message, ...(extra && { extra: extra }) });
}

/** A 400 about one field, worded like the contract's own. */
export function invalid(path: (string | number)[], message: string): Refusal {
  return new Refusal("invalid_request", { message: `${path.join(".")}: ${message}`, issues: [{ path, message }] });
}
