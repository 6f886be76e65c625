import { setTimeout as sleep } from "node:timers/promises";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";

/** Calls operations of the contract as a program does: with a key. */
export interface Api {
  /** Asks again, as told, while the service is busy; throws with its words when it refuses otherwise. */
  call<E extends EndpointSpec>(endpoint: E, input: CallInput<E>): Promise<Reply<E>>;
}

interface LooseInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | number | boolean | undefined>;
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer> | string;
}

export function createApi(url: string, key: string): Api {
  return {
    async call(endpoint, input) {
      const { params = {}, query = {}, body, bytes } = input as LooseInput;
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        (params[name] ?? "").split("/").map(encodeURIComponent).join("/"),
      );
      const address = new URL(path, url);
      for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, String(value));
      const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
      const ask = () =>
        fetch(address, {
          method: endpoint.method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(sent === undefined ? {} : { "content-type": bytes === undefined ? "application/json" : "application/octet-stream" }),
          },
          ...(sent === undefined ? {} : { body: sent }),
        });
      let answer = await ask();
      while (answer.status === 503 && answer.headers.has("retry-after")) {
        await sleep(Number(answer.headers.get("retry-after")) * 1000);
        answer = await ask();
      }
      if (!answer.ok) throw new Error(`${endpoint.name} answered ${answer.status}: ${await answer.text()}`);
      return (answer.status === 204 ? null : await answer.json()) as Reply<typeof endpoint>;
    },
  };
}
