/** The store gave no answer, or is known to give none. */
export class StoreAway extends Error {
  override readonly name = "StoreAway";
}

/** The store is there, and so many requests are in work on it that this one gets no place in time. */
export class StoreBusy extends Error {
  override readonly name = "StoreBusy";
}

/** Failures of a connection, by Node's code. They count where a connection or a socket failed: files have some of them too. */
const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);
/** On the way to a Unix socket: there is none, nobody listens, or its queue is full. */
const socketCodes = new Set(["ENOENT", "ENOTSOCK", "EAGAIN", "ENOTFOUND"]);
/** No room, for PostgreSQL and for the folder of file contents. */
const fullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);
/**
 * PostgreSQL's classes: 08 the connection, 53 a resource that is used up, 57P it shuts down, starts, or ended an idle session, 58 its system
 * failed it, XX001 and XX002 its data is damaged. 57014: a statement took too long. 25006: it takes no writes now. 25P03 and 25P04: it ended a
 * transaction that took too long.
 */
const serverCodes = /^(08...|53...|57P0.|57014|58...|XX00[12]|25006|25P0[34])$/;
/** What `pg` says without a code. */
const driverWords =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|timeout expired|Query read timeout|Cannot use a pool after calling end/;

/** Whether the store failed us, and not we it: looks through what wraps the failure. */
export function storeFailure(error: unknown): "away" | "full" | "busy" | undefined {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth++) {
    const { code = "", syscall } = one as { code?: unknown; syscall?: unknown };
    if (typeof code === "string" && fullCodes.has(code)) return "full";
    if (one instanceof StoreBusy) return "busy";
    if (one instanceof StoreAway || driverWords.test(one.message)) return "away";
    if (typeof code !== "string") continue;
    if (connectionCodes.has(code) || (syscall === "connect" && socketCodes.has(code)) || serverCodes.test(code)) return "away";
  }
  return undefined;
}
