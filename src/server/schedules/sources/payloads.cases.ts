import { expect } from "vitest";
import { getWebhookSourceEvent } from "#contract/schedules/webhook-source-events.ts";
import { random } from "#server/testing/seed.ts";
import type { TestService } from "#server/testing/service.ts";
import { type Connected, connected, headersOf, type Sending, sendAs } from "#server/testing/webhook-services.ts";

type Json = null | boolean | number | string | Written | Json[] | { readonly [name: string]: Json };
/** A number as text: JavaScript would round it. */
class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const upTo = (n: number) => Math.floor(random() * n);
const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)] as T;
const times = <T>(n: number, make: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at));
const hex = (n: number) => times(n, () => upTo(16).toString(16)).join("");
const instant = () => new Date(1_700_000_000_000 + upTo(1e11)).toISOString().replace(/\.\d+Z$/, "Z");

/** What people write into issues, names and receipts. */
const texts = [
  "Größe, Niño, façade",
  "👩‍👩‍👧 🏳️‍🌈 ✅",
  "請求書の件",
  "שלום – مرحبا",
  'quotes "in" quotes, \\backslashes\\',
  "tabs\tand\r\nline ends\u2028here",
  "</script><!-- &amp; %20 + ",
  "\u007f\u0001 control",
  "`code` ```fence```",
  "",
];
const prose = () => times(1 + upTo(4), () => oneOf(texts)).join(" ");

const person = (): Json => ({
  login: oneOf(["octocat", "dependabot[bot]", "ñandú"]),
  id: upTo(1e9),
  node_id: hex(20),
  site_admin: false,
  bio: prose(),
});
const repository = (): Json => ({
  id: new Written(`35445678902468${upTo(1e6)}`),
  full_name: "octo-org/Hello-World",
  private: random() < 0.5,
  owner: person(),
  html_url: "https://github.com/octo-org/Hello-World?tab=readme&x=%C3%B1",
  description: prose(),
  topics: times(upTo(5), () => prose()),
  pushed_at: instant(),
  size: upTo(1e6),
});
const gitHub: Readonly<Record<string, () => Record<string, Json>>> = {
  push: () => ({
    ref: "refs/heads/größe",
    before: "0".repeat(40),
    after: hex(40),
    commits: times(upTo(20), () => ({ id: hex(40), message: prose(), timestamp: instant(), added: times(upTo(9), () => `${prose()}.ts`) })),
    head_commit: null,
    pusher: { name: "octocat", email: null },
  }),
  issues: () => ({
    action: oneOf(["opened", "edited", "labeled"]),
    issue: { number: upTo(1e5), title: prose(), body: prose(), labels: [{ color: hex(6) }] },
  }),
  issue_comment: () => ({ action: "created", issue: { number: 1 }, comment: { id: new Written("9007199254740993"), body: prose() } }),
  pull_request: () => ({
    action: oneOf(["opened", "closed", "synchronize"]),
    number: upTo(1e4),
    pull_request: { title: prose(), merged: random() < 0.5, additions: upTo(1e5), head: { sha: hex(40), repo: repository() }, draft: null },
  }),
  release: () => ({ action: "published", release: { tag_name: "v1.0", body: prose(), assets: [] } }),
  workflow_run: () => ({
    action: "completed",
    workflow_run: { id: upTo(1e10), conclusion: oneOf(["success", "failure", null]), run_attempt: 1 },
  }),
  star: () => ({ action: "created", starred_at: instant() }),
  check_suite: () => ({ action: "completed", check_suite: { head_commit: { message: prose() }, pull_requests: [] } }),
  deployment_status: () => ({ deployment_status: { state: "success", environment: "production – größe" } }),
  dependabot_alert: () => ({
    action: "created",
    alert: { security_advisory: { cvss: { score: new Written("7.50") }, description: prose() } },
  }),
};
const stripe: Readonly<Record<string, () => Record<string, Json>>> = {
  "invoice.paid": () => ({
    object: "invoice",
    amount_paid: upTo(1e9),
    lines: { object: "list", data: times(upTo(20), line), has_more: false },
  }),
  "payment_intent.succeeded": () => ({
    object: "payment_intent",
    amount: new Written("1.0E+3"),
    charges: { data: [] },
    last_payment_error: null,
  }),
  "customer.subscription.updated": () => ({ object: "subscription", items: { data: times(3, line) }, cancel_at_period_end: false }),
  "checkout.session.completed": () => ({ object: "checkout.session", customer_details: { email: "jörg@example.com", name: prose() } }),
  "charge.refunded": () => ({ object: "charge", amount_refunded: upTo(1e6), receipt_url: "https://pay.stripe.com/receipts/a?s=%2F&b=c" }),
  "customer.created": () => ({
    object: "customer",
    name: prose(),
    metadata: Object.fromEntries(times(upTo(9), (n) => [`${prose()} ${n}`, prose()])),
  }),
  "charge.dispute.created": () => ({ object: "dispute", evidence_details: { due_by: upTo(2e9), submission_count: 0 } }),
  "payout.failed": () => ({ object: "payout", amount: -upTo(1e6), failure_message: prose() }),
};
function line(): Json {
  return {
    id: `il_${hex(24)}`,
    amount: upTo(1e6),
    price: { unit_amount_decimal: "12.5", tax: new Written("0.190") },
    description: prose(),
  };
}

/** JSON as different libraries write it: packed or spread out, letters as they are or by their numbers, slashes escaped or not. */
function written(value: Json, style: { spread: boolean; ascii: boolean; slashes: boolean }): string {
  const numbers: string[] = [];
  const marked = JSON.stringify(
    value,
    (_name, part: unknown) => (part instanceof Written ? `\u0002${numbers.push(part.text) - 1}\u0002` : part),
    style.spread ? 2 : undefined,
  );
  const exact = marked.replace(/"\\u0002(\d+)\\u0002"/g, (_whole, at: string) => numbers[Number(at)] ?? "0");
  const ascii = style.ascii ? exact.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`) : exact;
  return style.slashes ? ascii.replaceAll("/", "\\/") : ascii;
}

interface Payload extends Sending {
  readonly type: string;
  readonly key: string;
  readonly json: string;
}

function ofGitHub(n: number): Payload {
  const type = Object.keys(gitHub)[n % Object.keys(gitHub).length] ?? "";
  const id = `${hex(8)}-${hex(4)}-11ee-${hex(4)}-${hex(12)}`;
  const json = written({ ...gitHub[type]?.(), repository: repository(), sender: person() }, styleOf(n));
  // As it is set at first for a new webhook.
  const form = n % 4 === 3;
  return {
    type,
    key: id,
    id,
    event: type,
    json,
    ...(form && { form }),
    body: form ? new URLSearchParams({ payload: json }).toString() : json,
  };
}

function ofStripe(n: number): Payload {
  const type = Object.keys(stripe)[n % Object.keys(stripe).length] ?? "";
  const key = `evt_${hex(24)}`;
  const data = { object: { id: `x_${hex(14)}`, created: upTo(2e9), livemode: false, ...stripe[type]?.() } };
  const json = written({ id: key, object: "event", api_version: "2025-03-31", data, pending_webhooks: 1, request: null, type }, styleOf(n));
  return { type, key, json, body: json };
}

const styleOf = (n: number) => ({ spread: n % 2 === 1, ascii: n % 3 === 1, slashes: n % 5 === 1 });

/**
 * So many payloads of each service, in the shapes that it documents, signed as it signs: each is taken, once, whole, under its own id and type, and not
 * with one letter changed.
 */
export async function takePayloads(service: TestService, each: number): Promise<void> {
  for (const [sender, make] of [
    ["github", ofGitHub],
    ["stripe", ofStripe],
  ] as const) {
    const to = await connected(service, sender);
    const wrong: string[] = [];
    for (let n = 0; n < each; n++) wrong.push(...(await wrongWith(service, to, make(n))));
    expect(wrong).toEqual([]);
  }
}

async function wrongWith(service: TestService, to: Connected, { type, key, json, ...sending }: Payload): Promise<string[]> {
  const first = await sendAs(service, to, sending);
  const again = await sendAs(service, to, sending);
  const changed = await sendAs(service, to, { ...sending, body: `${sending.body.toString()} ` }, headersOf(to, sending));
  const params = { source_id: to.source_id, event_id: first.answer.event_id ?? "" };
  const { event, content } = await service.ok(getWebhookSourceEvent, { params });
  const seen = [first.status, first.answer.repeated, again.answer.repeated, again.answer.event_id === params.event_id, changed.status];
  const kept = [event.delivery_id, event.event_type, content === json];
  const right = [202, false, true, true, 401, key, type, true];
  return JSON.stringify([...seen, ...kept]) === JSON.stringify(right) ? [] : [`${type}: ${JSON.stringify([...seen, ...kept])}\n${json}`];
}
