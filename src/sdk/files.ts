import { errorOf } from "./errors.ts";
import type { Content } from "./shapes.ts";

/** A signed address takes no key: whoever has it may. Storage may be another host's. */
export async function getSigned(url: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(url, signal ? { signal } : {});
  if (!answer.ok) throw await errorOf(answer);
  return answer;
}

export async function putSigned(url: string, content: Content, type: string, signal?: AbortSignal): Promise<void> {
  const answer = await fetch(url, {
    method: "PUT",
    headers: { "content-type": type },
    body: content as BodyInit,
    ...(signal && { signal }),
  });
  if (!answer.ok) throw await errorOf(answer);
  await answer.arrayBuffer();
}
