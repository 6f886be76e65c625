import { useSyncExternalStore } from "react";
import { onWait, waitsUntil } from "#api/quota.ts";
import { RateLimitedState, WaitingLine } from "#ui/rate-limited-state.tsx";
import { Wordmark } from "#ui/wordmark.tsx";

/** In the place of the console while the first answers wait for the quota. */
export function QuotaPage({ until }: { until: number }) {
  return (
    <main className="px-4 py-10 text-center">
      <h1 className="text-lg">
        <Wordmark />
      </h1>
      <RateLimitedState until={until} />
    </main>
  );
}

/** Over a page whose requests wait for the quota. */
export function QuotaNotice() {
  const until = useSyncExternalStore(onWait, waitsUntil);
  return until === undefined ? null : <WaitingLine key={until} until={until} />;
}
