import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import type { WebhookEvent } from "#contract/runs/webhooks.ts";
import { whyUnreached } from "#server/platform/unreached.ts";
import { describe } from "#server/platform/work/describe.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";
import { createWebhookHosts } from "./webhook-hosts.ts";
import { figure } from "#server/platform/metrics/metrics.ts";

const deliveries = figure("caseload_webhooks_total", "Tries to deliver a webhook, by result.", "result");

/** Seconds until the next try, by number of tries so far: about a day in all. */
const delays = [1, 5, 30, 120, 600, 3600, 10_800, 21_600, 43_200];
/** Instants are stored in milliseconds, so that one of now may lie half of one ahead. */
const isDue = "next_attempt_at < now() + interval '1 ms'";
/** Most of them wait for an answer: many hosts that hang at the same time still leave places. */
const atOnce = 256;

interface Delivery {
  id: string;
  run_id: string;
  team_id: string;
  url: string;
  host: string;
  event: WebhookEvent["event"];
  status: string;
  attempt: number;
  created_at: string;
}

/** The key that signs a team's webhooks, in the form of Standard Webhooks. */
export function webhookSecret(signer: { derive(purpose: string): Buffer }, teamId: string): string {
  return `whsec_${signer.derive(`webhooks ${teamId}`).toString("base64")}`;
}

/** Why a delivery did not arrive; undefined where it did. */
function failureOf(answer: { status: number } | { silence: string }): { reason: string; retry: boolean } | undefined {
  if ("silence" in answer) return { reason: answer.silence, retry: true };
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  return { reason: `answered ${status}`, retry: status >= 500 || status === 429 || status === 408 };
}

/** Delivers the outbox. At least once: receivers tell repeats by `webhook-id`. */
function createWebhooks(services: Pick<EngineServices, "store" | "signer" | "outbound" | "log" | "looks" | "metrics" | "paused">) {
  const hosts = createWebhookHosts();
  const working = new Set<Promise<void>>();
  let filling: Promise<void> | undefined;
  let again = false;
  let closed = false;

  function wake(): void {
    if (closed || services.paused?.()) return;
    again = true;
    filling ??= fill()
      .catch((error: unknown) => services.log.warn({ error: describe(error) }, "could not look for webhooks to deliver"))
      .finally(() => {
        filling = undefined;
        if (again && working.size < atOnce) wake();
      });
  }

  /** Places are filled one by one: none waits for the slowest delivery. */
  async function fill(): Promise<void> {
    while (again && !closed && working.size < atOnce) {
      again = false;
      const delivery = await claimNext();
      if (!delivery) return;
      again = true;
      const done = deliver(delivery)
        .catch((error: unknown) => services.log.warn({ error: describe(error) }, "could not note what became of a webhook"))
        .finally(() => {
          working.delete(done);
          wake();
        });
      working.add(done);
    }
  }

  /** Moves the next try ahead before trying: a crash in between costs a delay, not the delivery. */
  async function claimNext(): Promise<Delivery | undefined> {
    const result = await services.store.pool.query<Delivery>(
      `update webhook_deliveries set attempt = attempt + 1, next_attempt_at = now() + interval '30 s'
       where id = (select id from webhook_deliveries where ${isDue} and host <> all($1::text[])
         order by next_attempt_at limit 1 for update skip locked)
       returning id, run_id, team_id, url, host, event, status, attempt, created_at`,
      [hosts.busy()],
    );
    return result.rows[0];
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const ended = hosts.begin(delivery.host);
    const answer = await post(delivery).then(
      (status) => ({ status }),
      (error: unknown) => ({ silence: whyUnreached(error, delivery.host).words }),
    );
    const givenUp = ended("status" in answer);
    const failure = failureOf(answer);
    services.metrics.count(deliveries, { result: failure ? "failed" : "delivered" });
    const delay = failure?.retry ? delays[delivery.attempt - 1] : undefined;
    await services.store.pool.query(
      `update webhook_deliveries set last_error = $3, delivered_at = case when $3::text is null then now() end,
       next_attempt_at = case when $4::int is null then null else now() + make_interval(secs => $4) end where id = $1 and attempt = $2`,
      [delivery.id, delivery.attempt, failure?.reason ?? null, delay ?? null],
    );
    if (givenUp) await passOver(delivery.host, failure?.reason ?? "");
  }

  /** What is due for a host that does not answer counts as tried. */
  async function passOver(host: string, reason: string): Promise<void> {
    await services.store.pool.query(
      `update webhook_deliveries set attempt = attempt + 1, last_error = $2,
       next_attempt_at = now() + make_interval(secs => ($3::int[])[attempt + 1]) where host = $1 and next_attempt_at <= now()`,
      [host, reason, delays],
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

  const unfollow = services.looks.follow(sql.raw(`exists (select from webhook_deliveries where ${isDue})`), wake);
  return {
    wake,
    async close(): Promise<void> {
      closed = true;
      unfollow();
      await filling;
      await Promise.all(working);
    },
  };
}

export const webhooks: Work = { name: "webhooks", start: createWebhooks, on: "webhooks" };
