import { createHmac } from "node:crypto";
import type { WebhookEvent } from "#contract/runs/webhooks.ts";
import { describe } from "./describe.ts";
import type { EngineServices } from "./services.ts";

/** Seconds until the next try, by number of tries so far: about a day in all. */
const delays = [1, 5, 30, 120, 600, 3600, 10_800, 21_600, 43_200];
const pollMs = 1_000;
const atOnce = 8;

interface Delivery {
  id: string;
  run_id: string;
  team_id: string;
  url: string;
  event: WebhookEvent["event"];
  status: string;
  attempt: number;
  created_at: string;
}

/** The key that signs a team's webhooks, in the form of Standard Webhooks. */
export function webhookSecret(signer: { derive(purpose: string): Buffer }, teamId: string): string {
  return `whsec_${signer.derive(`webhooks ${teamId}`).toString("base64")}`;
}

/** Delivers the outbox. At least once: receivers tell repeats by `webhook-id`. */
export function createWebhooks(services: Pick<EngineServices, "store" | "signer" | "outbound" | "log" | "metrics">) {
  let working: Promise<void> | undefined;
  let again = false;
  let closed = false;

  function wake(): void {
    if (closed) return;
    again = true;
    working ??= (async () => {
      while (again && !closed) {
        again = false;
        const due = await claimDue();
        await Promise.all(due.map(deliver));
        if (due.length === atOnce) again = true;
      }
    })()
      .catch((error: unknown) => services.log.warn({ error: describe(error) }, "could not deliver webhooks"))
      .finally(() => void (working = undefined));
  }

  /** Moves the next try ahead before trying: a crash in between costs a delay, not the delivery. */
  async function claimDue(): Promise<Delivery[]> {
    const result = await services.store.pool.query<Delivery>(
      `update webhook_deliveries set attempt = attempt + 1, next_attempt_at = now() + interval '30 s'
       where id in (select id from webhook_deliveries where next_attempt_at <= now() order by next_attempt_at limit $1 for update skip locked)
       returning id, run_id, team_id, url, event, status, attempt, created_at`,
      [atOnce],
    );
    return result.rows;
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const failure = await post(delivery).then(
      (status) =>
        status >= 200 && status < 300
          ? undefined
          : { reason: `answered ${status}`, retry: status >= 500 || status === 429 || status === 408 },
      (error: unknown) => ({ reason: describe(error).slice(0, 300), retry: true }),
    );
    services.metrics.count("caseload_webhooks_total", { result: failure ? "failed" : "delivered" });
    const delay = failure?.retry ? delays[delivery.attempt - 1] : undefined;
    await services.store.pool.query(
      `update webhook_deliveries set last_error = $2, delivered_at = case when $2::text is null then now() end,
       next_attempt_at = case when $3::int is null then null else now() + make_interval(secs => $3) end where id = $1`,
      [delivery.id, failure?.reason ?? null, delay ?? null],
    );
  }

  async function post(delivery: Delivery): Promise<number> {
    const event: WebhookEvent = { event: delivery.event, run_id: delivery.run_id, status: delivery.status, timestamp: delivery.created_at };
    const body = JSON.stringify(event);
    const seconds = Math.floor(Date.now() / 1000);
    const key = Buffer.from(webhookSecret(services.signer, delivery.team_id).slice("whsec_".length), "base64");
    const signature = createHmac("sha256", key).update(`${delivery.id}.${seconds}.${body}`).digest("base64");
    const response = await services.outbound.fetch(delivery.url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "user-agent": "Caseload",
        "webhook-id": delivery.id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": `v1,${signature}`,
      },
    });
    await response.body?.cancel();
    return response.status;
  }

  const poll = setInterval(wake, pollMs);
  return {
    wake,
    async close(): Promise<void> {
      closed = true;
      clearInterval(poll);
      await working;
    },
  };
}
