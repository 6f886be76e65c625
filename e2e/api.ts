import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";

/** Calls operations of the contract as a program does: with a key. */
export interface Api {
  /** Throws with the service's words when it refuses. */
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
      const answer = await fetch(address, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(sent === undefined ? {} : { "content-type": bytes === undefined ? "application/json" : "application/octet-stream" }),
        },
        ...(sent === undefined ? {} : { body: sent }),
      });
      if (!answer.ok) throw new Error(`${endpoint.name} answered ${answer.status}: ${await answer.text()}`);
      return (answer.status === 204 ? null : await answer.json()) as Reply<typeof endpoint>;
    },
  };
}
