import { key, type MeasuredService } from "./service.ts";

/** One answer of the measured service as its owner gets it. Throws what the service said otherwise. */
export async function ask<T>({ origin }: Pick<MeasuredService, "origin">, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(origin + path, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
