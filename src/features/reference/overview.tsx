import { useSuspenseQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { AnyLink } from "#ui/link.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { Coded } from "./operation-words.tsx";
import { referenceRead } from "./queries.ts";

/** What is the same for every operation. */
export function ReferenceOverview() {
  const { data } = useSuspenseQuery(referenceRead);
  const link = "text-accent-ink underline underline-offset-2";
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-6 px-4 py-6 md:px-6">
      <p className="text-ink-2">
        Each of the {data.operations.length} operations of this service, as it is installed here. Choose one to read what it takes and
        answers, and to try it. What programs need first, such as a key, is on{" "}
        <AnyLink link={pathTo("/developers", {})} className={link}>
          Developers
        </AnyLink>
        .
      </p>
      <CodeBlock label="Address" text={data.url} />
      <CodeBlock label="Sign in with an API key" text={`curl ${data.url}/v2/teams -H "Authorization: Bearer $CASELOAD_API_KEY"`} />
      <section>
        <h2 className="mb-2 text-lg font-semibold">Rules</h2>
        <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ink-2 marker:text-ink-3">
          <li>Errors have a stable code, a message, and one issue for each invalid field.</li>
          <li>Each answer says how many requests are left, in RateLimit headers. Above the quota the answer is 429 with Retry-After.</li>
          <li>Operations that create take an Idempotency-Key. The same key with the same body answers with the first result.</li>
          <li>Times are in UTC. Ids are UUIDs. A field that an operation does not know is refused.</li>
          <li>
            The same as a file for generators:{" "}
            <a href="/openapi.json" className={link}>
              openapi.json
            </a>
          </li>
        </ul>
      </section>
      <section>
        <h2 className="mb-2 text-lg font-semibold">Areas</h2>
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(120px,max-content)_1fr]">
          {data.areas.map(({ name, words }) => (
            <div key={name} className="contents">
              <dt className="font-medium max-sm:mt-1">{name}</dt>
              <dd className="text-ink-2">
                <Coded text={words} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
