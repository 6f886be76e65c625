/** One request to a provider and its answer, as the wire shows them: the SDK tells neither apart once it throws. */
export interface Exchange {
  readonly fetch: typeof globalThis.fetch;
  /** Of the answer; undefined until its head has come. */
  readonly status: number | undefined;
}

/** A page or a document where a stream of events should be. It is read to its end, for what it says about the reason. */
export class NoStream extends Error {
  readonly responseBody: string;
  constructor(type: string, responseBody: string) {
    super(type === "text/html" ? "it is a web page" : "it is not a stream of events");
    this.responseBody = responseBody;
  }
}

const documents = ["text/html", "application/json"];

export function createExchange(): Exchange {
  let status: number | undefined;
  return {
    async fetch(url, init) {
      const response = await globalThis.fetch(url, init);
      status = response.status;
      const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
      if (response.ok && documents.includes(type)) throw new NoStream(type, await response.text());
      return response;
    },
    get status() {
      return status;
    },
  };
}
