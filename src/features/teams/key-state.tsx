import type { ApiKey, KeyQuota } from "#contract/teams/api-keys.ts";
import { counted } from "#ui/counted.ts";
import { cx } from "#ui/cx.ts";
import { useNow } from "#ui/ticker.ts";
import { ClockTime, Day, Time } from "#ui/time.tsx";

const weekMs = 7 * 86_400_000;

/** Whether a key is refused by now. */
export function useIsOver({ expires_at }: Pick<ApiKey, "expires_at">): boolean {
  return useNow((now) => (expires_at !== null && left(expires_at, now) <= 0 ? 1 : 0)) === 1;
}

/** When a key ends, and why. Nothing for one that works until it is revoked. */
export function KeyEnd({ apiKey: { expires_at: at, successor_id } }: { apiKey: Pick<ApiKey, "expires_at" | "successor_id"> }) {
  const state = useNow((now) => (at === null ? "never" : left(at, now) <= 0 ? "over" : left(at, now) < weekMs ? "soon" : "later"));
  if (at === null) return null;
  const replaced = successor_id !== null;
  if (state === "over")
    return (
      <span className="text-failed">
        {replaced ? "replaced, ended" : "expired"} <Time at={at} />
      </span>
    );
  return (
    <span className={replaced ? "text-waiting" : undefined}>
      {replaced ? "replaced, works until" : "expires"} {state === "soon" ? <ClockTime at={Date.parse(at)} /> : <Day at={at} />}
    </span>
  );
}

const left = (at: string, now: number) => Date.parse(at) - now;

/** What a key may still send in its window. */
export function QuotaLeft({ quota }: { quota: KeyQuota }) {
  const all = counted(quota.limit, "request", "requests");
  const seconds = useNow((now) => (quota.full_at === null ? 0 : Math.max(0, Math.ceil(left(quota.full_at, now) / 1000))));
  if (seconds === 0) return <span>{all} left</span>;
  return (
    <span className={cx("tabular-nums", quota.left === 0 && "text-failed")}>
      {quota.left.toLocaleString("en")} of {all} left, all again in {seconds}s
    </span>
  );
}
