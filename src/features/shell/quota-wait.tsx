import { RateLimitedState } from "#ui/rate-limited-state.tsx";
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
