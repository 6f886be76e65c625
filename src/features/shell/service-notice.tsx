import { type ReactNode, useSyncExternalStore } from "react";
import { useLost } from "#api/connection.ts";
import { onWait, waitsUntil } from "#api/quota.ts";
import { WaitsContext } from "#ui/frame.ts";
import { WaitingLine } from "#ui/rate-limited-state.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";

/** Over a page whose requests do not come through: one line says so, the graver of the two, and nothing under it says it again. */
export function ServiceNotice({ children }: { children: ReactNode }) {
  const lost = useLost();
  const until = useSyncExternalStore(onWait, waitsUntil);
  const waits = lost === undefined && until !== undefined;
  return (
    <>
      <ConnectionNotice lost={lost} />
      {waits ? <WaitingLine key={until} until={until} /> : null}
      <WaitsContext value={waits || lost !== undefined}>{children}</WaitsContext>
    </>
  );
}
