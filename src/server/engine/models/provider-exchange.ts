import { mendedStream } from "./mended-stream.ts";
import { ModelFault } from "./port.ts";
import type { ProviderKind } from "./answer-state.ts";
import { readAnswer } from "./unstreamed-answer.ts";

/** One request to a provider and its answer, as the wire shows them: the SDK tells neither apart once it throws. */
export interface Exchange {
  fetch(kind: ProviderKind): typeof globalThis.fetch;
  /** Of the answer; undefined until its head has come. */
  status(): number | undefined;
  /** That the provider was silent for too long, once it was. */
  fault(): ModelFault | undefined;
  /** Nothing more is waited for. */
  end(): void;
}

export interface Deadlines {
  /** Milliseconds until the first byte of an answer. */
  readonly firstByteMs: number;
  /** Milliseconds between two pieces of it. */
  readonly chunkMs: number;
}

/** A page or a document where a stream of events should be. It is read to its end, for what it says about the reason. */
export class NoStream extends Error {
  readonly responseBody: string;
  constructor(type: string, responseBody: string) {
    super(type === "text/html" ? "it is a web page" : "it is not a stream of events");
    this.responseBody = responseBody;
  }
}

/** Ends no silence by itself, as Node's own does after 300 s: the deadlines here do. Loaded by the first request, as most starts have none. */
async function loadPatient() {
  const { Agent, fetch, FormData } = await import("undici");
  return { fetch, FormData, dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0 }) };
}
let patient: ReturnType<typeof loadPatient> | undefined;
export const patientFetch = () => (patient ??= loadPatient());

/** The events of what is labeled as a document. Throws a {@link NoStream} for one that is. */
function streamOf(type: string, text: string, kind: ProviderKind): ReadableStream<Uint8Array> | null {
  const events = /^\s*(data|event|id|:)/.test(text) ? text : kind === "compatible" && readAnswer(text);
  if (!events) throw new NoStream(type, text);
  return new Response(events).body;
}

const documents = ["text/html", "application/json"];

export function createExchange({ firstByteMs, chunkMs }: Deadlines): Exchange {
  const silence = new AbortController();
  let status: number | undefined;
  let fault: ModelFault | undefined;
  let timer: NodeJS.Timeout | undefined;

  function expect(ms: number, what: string): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      fault = new ModelFault("provider_unavailable", `${what} for ${Math.round(ms / 1000)} s.`, { transient: true });
      silence.abort(fault);
    }, ms);
  }
  const expectMore = () => expect(chunkMs, "The answer broke off: the model provider sent nothing");

  return {
    fetch: (kind) => async (url, init) => {
      expect(firstByteMs, "The model provider did not answer");
      const signal = init?.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
      const { fetch, dispatcher } = await patientFetch();
      const response = await fetch(url as string | URL, { ...(init as object), signal, dispatcher });
      status = response.status;
      expectMore();
      const body = response.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(piece, controller) {
            expectMore();
            controller.enqueue(piece);
          },
        }),
      );
      const watched = new Response(body ?? null, {
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
      });
      if (!response.ok) return watched;
      const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
      const stream = documents.includes(type) ? streamOf(type, await watched.text(), kind) : watched.body;
      return new Response(stream?.pipeThrough(mendedStream(kind)) ?? null, {
        status: 200,
        headers: { "content-type": "text/event-stream" },
      });
    },
    status: () => status,
    fault: () => fault,
    end: () => clearTimeout(timer),
  };
}
