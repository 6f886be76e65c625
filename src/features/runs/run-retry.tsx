import type { RunDetails } from "#contract/runs/run.ts";
import { useNow } from "#ui/ticker.ts";

/** A fault that is being waited out: which try, why, and when the next begins. */
export function RunRetry({ retry }: { retry: NonNullable<RunDetails["retry"]> }) {
  const left = useNow((now) => Math.max(0, Math.ceil((Date.parse(retry.next_at) - now) / 1000)));
  return (
    <section aria-label="Retry" className="flex flex-col gap-1 border-b border-line p-4">
      <p className="font-medium text-waiting">
        {left > 0 ? `Try ${retry.attempt + 1} starts in ${left} s` : `Try ${retry.attempt + 1} starts now`}
      </p>
      <p className="text-sm break-words text-ink-2">{retry.reason}</p>
    </section>
  );
}
