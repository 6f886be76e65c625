import { terminalStatuses } from "#contract/runs/run.ts";

const words = (all: readonly string[]) => all.map((word) => `\`${word}\``).join(", ");

/** What holds for all operations: the first page of the document, in CommonMark. */
export const introduction = `Agents work on cases and files for a team: you describe an agent in a revision, make it live, and start runs.

The summary of an operation says what it does. Its description says whose role is enough (higher ones are too), and marks an addition, which other
services with this API may not have. An answer that is a secret goes to no AI client and to no key that only reads.

## Keys

Send an API key as \`Authorization: Bearer ck_…\`. People create keys in the console under **API keys**, or with \`createApiKey\`.

## The main job

1. \`createAgent\` with a name and a \`build\` makes an agent with a live revision.
2. \`createSandbox\`, then \`uploadSandboxFile\`: files for the run.
3. \`startRun\` with \`agent_id\`, \`message\` and \`sandbox_id\`.
4. \`getRun\` until the status is final, or \`streamEvents\` to be told. Final statuses: ${words(terminalStatuses)}. A run that is \`waiting\` needs an answer
   (\`respondToHumanRequest\`) or a message (\`postRunMessage\`).
5. \`listSandboxFiles\` and \`getSandboxDownloadUrl\`: what the run made.

## Errors

A failure is \`{error, message}\`. \`error\` is a code that does not change, and each operation lists its codes, with a schema for each. \`message\` is a sentence
for a person. With 400, \`issues\` names every broken field. Unknown fields of a body or query are 400.

## Quota

Every answer carries \`RateLimit-Policy\`, \`RateLimit\`, \`ratelimit-limit\`, \`ratelimit-remaining\` and \`ratelimit-reset\`. Over the quota the answer is 429 with
\`Retry-After\`. 503 has \`Retry-After\` too. Every answer also carries \`x-request-id\`, which names the request in the logs.

## Repeats

Operations that create take an \`Idempotency-Key\`. The same key and body answer the first result again for 24 hours. Another body with the same key is 422;
a request that is still in progress is 409. Where the answer holds a secret that is shown once, the repeat is 409 \`already_created\` with the id.

## Lists

\`limit\` bounds a page and \`offset\` skips rows; \`total\` counts all. Long lists also take \`after\`: the \`next\` of the answer before. \`after\` walks a list and
follows nothing that is created in that time.

## Reads

Reads carry an \`ETag\` and answer 304 to \`If-None-Match\`. They also answer \`HEAD\`. Answers above 1 KB are compressed as \`Accept-Encoding\` asks.

## Files

Send a file as its bytes with \`Content-Type: application/octet-stream\`, or as the only file of a \`multipart/form-data\` form. A signed address takes \`PUT\` with
the whole file or with pieces of at least 256 KiB and \`Content-Range\`; 308 says in \`Range\` how much has arrived. Downloads take \`Range\`. A signed address
needs no key.

## AI clients

\`/v2/mcp\` is an MCP server (Streamable HTTP) on which each operation is a tool with this name. It takes the same API keys.

## Webhooks

A run that was started with a \`webhook_url\` sends its events there, as described under webhooks. They are signed as
[Standard Webhooks](https://www.standardwebhooks.com): every library for it verifies them with the key of \`getWebhookSecret\`.`;
