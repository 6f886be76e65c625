import { Unplug } from "lucide-react";
import type { Connection } from "#contract/connections/connections.ts";
import { brokenWords, needsSignIn, stateOf } from "#features/connections/connection-words.ts";
import { Reconnect } from "#features/connections/reconnect.tsx";

/** What a connection lacks and how it is mended; nothing while it lacks nothing, whether its server answers or not. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  if (stateOf({ ...connection, answers: true }).look === "live") return null;
  const said =
    connection.broken_at !== null
      ? `This connection ${brokenWords(connection)}`
      : connection.wanted_scopes && connection.has_oauth_tokens
        ? `The server asks for more rights than this connection has: ${inShort(connection.wanted_scopes)}.`
        : needsSignIn(connection)
          ? "This connection leads to another server now and needs a sign-in there."
          : "This connection leads to another server now and needs its headers. Edit it to enter them.";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-waiting px-3 py-2">
      <Unplug size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-waiting" />
      <p className="min-w-0 flex-1 basis-48 break-words">
        {said} {needsSignIn(connection) ? "Sign in again: every revision and event trigger keeps it." : null}
      </p>
      <Reconnect connection={connection} />
    </div>
  );
}

function inShort(words: readonly string[]): string {
  const shown = words.slice(0, 5).join(", ");
  return words.length > 5 ? `${shown} and ${words.length - 5} more` : shown;
}
