/**
 * Why a server gave nothing that can be used. `sign_in`: it asks who calls. `said_no`: it answered, and refused. `no_tools`: there is nothing to
 * list. `no_oauth`: nobody can sign in there. `invalid_grant`, `invalid_client`: what was signed in with is over. The others say that no usable
 * answer came.
 */
export type FaultKind =
  | "refused"
  | "unreachable"
  | "timeout"
  | "sign_in"
  | "forbidden"
  | "said_no"
  | "no_tools"
  | "too_large"
  | "not_mcp"
  | "no_oauth"
  | "invalid_grant"
  | "invalid_client";

/** A failure of a server that a person connected, in a sentence for that person. */
export class McpFault extends Error {
  readonly kind: FaultKind;
  /** Whether what was asked for may have been done although no answer came. */
  readonly maybeDone: boolean;
  /** Rights that the sign-in lacks, as the server says. */
  readonly wanted: readonly string[] | undefined;
  constructor(kind: FaultKind, message: string, maybeDone = false, wanted?: readonly string[]) {
    super(message);
    this.wanted = wanted;
    this.kind = kind;
    this.maybeDone = maybeDone;
  }
}

/** A fault as it goes from thread to thread. */
export interface SentFault {
  readonly kind: FaultKind;
  readonly message: string;
  readonly maybeDone: boolean;
  readonly wanted?: readonly string[] | undefined;
}
