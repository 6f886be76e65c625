import { receiveWebhook } from "#contract/schedules/webhook-source-events.ts";
import { formType, mediaType, utf8Text } from "#server/platform/http/bodies.ts";
import { jsonOf, parseInput, parseJson } from "#server/platform/http/parse.ts";
import type { Delivery } from "./senders.ts";

interface Content {
  readonly content: string;
  readonly parsed: unknown;
}

/** What a delivery says, as JSON. Throws 400 where that is no object, or list of objects, that can be stored. */
export function contentOf({ header, body }: Delivery): Content {
  const sent = utf8Text(body);
  const content = jsonOf(isForm(header, sent) ? jsonOfForm(sent) : sent);
  const parsed = parseInput(receiveWebhook.body, parseJson(content, receiveWebhook.body), "body");
  return { content, parsed };
}

/** Many programs say that they send a form, and send JSON. */
function isForm(header: Delivery["header"], sent: string): boolean {
  return mediaType({ headers: { "content-type": header("content-type") } }) === formType && !/^\s*[[{]/.test(sent);
}

/** GitHub and Slack put their JSON into the field `payload`. Otherwise each field is a text, or a list where it comes more than once. */
function jsonOfForm(sent: string): string {
  const fields = new URLSearchParams(sent);
  const payload = fields.get("payload");
  if (payload !== null && fields.size === 1) return payload;
  const valueOf = (name: string) => (fields.getAll(name).length > 1 ? fields.getAll(name) : fields.get(name));
  return JSON.stringify(Object.fromEntries([...new Set(fields.keys())].map((name) => [name, valueOf(name)])));
}
