import { parseExact } from "#contract/exact-json.ts";
import { eventsOf } from "./events.ts";
import { getSigned, putSigned } from "./files.ts";
import { follow, type RunReads } from "./follow.ts";
import { steady } from "./steady.ts";
import { listOf } from "./list.ts";
import type { Input, Operation, Operations } from "./operation.ts";
import { prepare } from "./request.ts";
import type { CallOptions, CaseloadOptions, Content, FollowOptions, Quota } from "./shapes.ts";
import { Transport } from "./transport.ts";

type Verb = (input?: Input, options?: CallOptions) => unknown;
type Nouns = Record<string, Record<string, Verb>>;

/** The client without its types, which are printed: a noun for each area, a verb for each operation. */
export class Client {
  readonly #transport: Transport;

  constructor(operations: Operations, final: readonly string[], options: CaseloadOptions = {}, version?: string) {
    this.#transport = new Transport(options, version);
    const nouns: Nouns = {};
    for (const [noun, verbs] of Object.entries(operations))
      nouns[noun] = Object.fromEntries(Object.entries(verbs).map(([verb, operation]) => [verb, this.#verb(operation)]));
    const more = furtherVerbs(nouns, final);
    for (const [noun, verbs] of Object.entries(more)) Object.assign((nouns[noun] ??= {}), verbs);
    Object.assign(this, nouns);
  }

  get url(): string {
    return this.#transport.url;
  }

  /** As the last answer said it. */
  get quota(): Quota | undefined {
    return this.#transport.quota;
  }

  #verb(operation: Operation): Verb {
    const { list } = operation;
    const call = (input: Input = {}, options: CallOptions = {}) => this.#call(operation, input, options);
    return list ? (input = {}, options = {}) => listOf(list, input, (asked) => call(asked, options)) : call;
  }

  async #call(operation: Operation, input: Input, options: CallOptions): Promise<unknown> {
    const answer = await this.#transport.send(prepare(operation, input, options.idempotencyKey ?? crypto.randomUUID()), options);
    switch (operation.answers) {
      case "bytes":
        return new Uint8Array(await answer.arrayBuffer());
      case "text":
        return answer.text();
      case "events":
        return answer.body ? eventsOf(answer.body) : [];
      case "nothing":
        return undefined;
      default:
        return parseExact(await answer.text());
    }
  }
}

/** What takes more than one request: followed runs, files by signed addresses. */
function furtherVerbs(nouns: Nouns, final: readonly string[]): Record<string, Record<string, (...given: never[]) => unknown>> {
  const ask = (noun: string, verb: string, input: Input, options: CallOptions = {}) =>
    Promise.resolve(nouns[noun]?.[verb]?.(input, options)) as Promise<Record<string, never>>;
  const readsOf = (run_id: string, options: CallOptions): RunReads => ({
    final,
    runId: run_id,
    run: async () => (await ask("runs", "getDetails", { run_id }, options)).run ?? ({} as never),
    messages: async (offset) => (await ask("runs", "listMessages", { run_id, offset, limit: 50 }, options)) as never,
    events: async (teamId, signal) => (await ask("live", "stream", { teamId, since_ms: 5_000 }, { ...options, signal })) as never,
  });
  const downloadOf =
    (noun: string) =>
    async (input: Input, { signal }: CallOptions = {}) => {
      const { url } = (await ask(noun, "getDownloadUrl", input)) as unknown as { url: string };
      return getSigned(url, signal);
    };
  return {
    runs: {
      follow: ({ run_id }: { run_id: string }, options: FollowOptions = {}) => follow(readsOf(run_id, options), options),
      async wait({ run_id }: { run_id: string }, options: FollowOptions = {}) {
        const reads = readsOf(run_id, options);
        for await (const _ of follow(reads, options));
        return steady(options, () => ask("runs", "getDetails", { run_id }, options));
      },
    },
    sandboxes: { download: downloadOf("sandboxes") },
    files: {
      download: downloadOf("files"),
      async upload({ content, contentType = "application/octet-stream", ...input }: Input, { signal }: CallOptions = {}) {
        const announced = await ask("files", "createUploadUrl", { ...input, contentType });
        const { signedUrl } = announced as unknown as { signedUrl: string };
        await putSigned(signedUrl, content as Content, contentType as string, signal);
      },
    },
  };
}
