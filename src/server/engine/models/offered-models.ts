import type { FastifyBaseLogger } from "fastify";
import { ModelStepData } from "#contract/agents/config.ts";
import type { Model } from "#contract/teams/capabilities.ts";
import { z } from "#contract/zod.ts";
import type { Config } from "#server/platform/config.ts";
import { isOfAnthropic, isOfOpenai, speaksOtherwise } from "./model-names.ts";

export interface OfferedModels {
  readonly models: readonly Model[];
  /** Providers that did not say which models they have. */
  readonly unlisted: readonly string[];
}

interface Listing {
  readonly provider: string;
  readonly address: string;
  readonly headers: Record<string, string>;
  /** Whether a run with this name asks this provider. */
  takes(name: string): boolean;
}

/** A provider that is away holds nobody up for longer, and is asked again after a while. In milliseconds. */
const patience = 3_000;
const goodFor = 300_000;
const againAfter = 30_000;
/** Bytes of a list that are read, and names of it that are offered. */
const longest = 8_000_000;
const most = 1_000;

const Listed = z.object({ data: z.array(z.object({ id: z.string(), created: z.number().optional() })) });

/**
 * What the configured providers say they have, the newest first. Only the first who asks waits for them: later ones are told what was known, while
 * the providers are asked again.
 */
export function createOfferedModels(config: Config, clock: () => Date, log: Pick<FastifyBaseLogger, "warn">): () => Promise<OfferedModels> {
  const listings = listingsOf(config);
  const known = new Map<string, readonly Model[]>();
  let asked: { readonly until: number; readonly first: Promise<unknown> } | undefined;

  async function ask(listing: Listing): Promise<boolean> {
    try {
      known.set(listing.provider, await listed(listing));
      return true;
    } catch (error) {
      log.warn({ reason: (error as Error).message, provider: listing.provider }, "a model provider did not say which models it has");
      return false;
    }
  }
  async function askAll(): Promise<void> {
    const answered = await Promise.all(listings.map(ask));
    const until = clock().getTime() + (answered.every(Boolean) ? goodFor : againAfter);
    asked = { until, first: Promise.resolve() };
  }

  return async () => {
    if (!asked) asked = { until: Infinity, first: askAll() };
    else if (asked.until <= clock().getTime()) {
      asked = { ...asked, until: Infinity };
      void askAll();
    }
    await asked.first;
    return {
      models: listings.flatMap(({ provider }) => known.get(provider) ?? []),
      unlisted: listings.flatMap(({ provider }) => (known.has(provider) ? [] : [provider])),
    };
  };
}

function listingsOf({ anthropicApiKey, openaiApiKey, model: { baseUrl, apiKey } }: Config): readonly Listing[] {
  const found: Listing[] = [];
  if (openaiApiKey)
    found.push({
      provider: "OpenAI",
      address: `${ownAddress("OPENAI_BASE_URL") ?? "https://api.openai.com/v1"}/models`,
      headers: { authorization: `Bearer ${openaiApiKey}` },
      takes: (name) => isOfOpenai(name) && !speaksOtherwise(name),
    });
  if (anthropicApiKey)
    found.push({
      provider: "Anthropic",
      address: `${ownAddress("ANTHROPIC_BASE_URL") ?? "https://api.anthropic.com/v1"}/models?limit=1000`,
      headers: { "x-api-key": anthropicApiKey, "anthropic-version": "2023-06-01" },
      takes: isOfAnthropic,
    });
  if (baseUrl)
    found.push({
      provider: new URL(baseUrl).host,
      address: `${baseUrl.replace(/\/+$/, "")}/models`,
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      takes: (name) => !(openaiApiKey && isOfOpenai(name)) && !(anthropicApiKey && isOfAnthropic(name)),
    });
  return found;
}

/** As the SDK that asks the models reads it. */
function ownAddress(variable: string): string | undefined {
  return process.env[variable]?.trim().replace(/\/+$/, "") || undefined;
}

async function listed({ provider, address, headers, takes }: Listing): Promise<readonly Model[]> {
  const response = await fetch(address, { headers: { accept: "application/json", ...headers }, signal: AbortSignal.timeout(patience) });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const { data } = Listed.parse(JSON.parse(await textOf(response)));
  const names = data
    .filter(({ id }) => takes(id) && ModelStepData.shape.model.safeParse(id).success)
    .toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0))
    .map(({ id }) => id);
  return [...new Set(names)].slice(0, most).map((name) => ({ name, label: name, provider }));
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > longest) throw new Error("its list is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
