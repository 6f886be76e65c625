import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { environmentLines, firstCommands, firstProgram, installLine } from "#sdk/reference/first-steps.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page, Section } from "#ui/page.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { referenceRead } from "./queries.ts";

const crumbs = [{ label: "Profile", link: pathTo("/profile", {}) }];
const look = "text-accent-ink underline underline-offset-2";

interface DevelopersPageProps {
  /** Creates a key in place. */
  keyForm: (onKey: (key: string) => void) => ReactNode;
  /** The keys that there are. */
  keys: ReactNode;
}

/** From nothing to a program that works with this service. */
export function DevelopersPage({ keyForm, keys }: DevelopersPageProps) {
  const reference = useQuery(referenceRead);
  const [key, setKey] = useState<string>();
  return (
    <Page title="Developers" crumbs={crumbs} width="reading">
      <Loaded query={reference} what="the address of the service" skeleton={<SkeletonRows rows={6} height={48} />}>
        {({ url, operations }) => (
          <>
            <Section
              title="Key"
              description="Your program signs in with an API key and may do what you may do. It works until you revoke it."
            >
              {key === undefined ? (
                keyForm(setKey)
              ) : (
                <p role="status">The key is created and is part of the lines below. Copy it now: it is shown only once.</p>
              )}
            </Section>
            <Section title="Install" description="Client and command line in one package, from this service. It needs Node 20.3 or later.">
              <div className="flex flex-col gap-4">
                <CodeBlock label="In the folder of your program" text={installLine(url)} />
                <CodeBlock label="Address and key, in the environment" text={environmentLines(url, key ?? "YOUR_KEY")} />
              </div>
            </Section>
            <Section title="First program">
              <CodeBlock label="program.mjs" text={firstProgram} />
              <p className="mt-2 text-sm text-ink-3">The editor shows every method with its fields: the package has types.</p>
            </Section>
            <Section title="First commands">
              <CodeBlock label="In a shell" text={firstCommands} />
              <p className="mt-2 text-sm text-ink-3">
                <code>npx caseload login --url {url}</code> shows a code that you confirm here in the console. It then has a key of its own,
                kept in a file that only you can read.
              </p>
            </Section>
            <Section title="Read on">
              <ul className="flex flex-col gap-1.5">
                <li>
                  <AnyLink link={pathTo("/reference", {})} className={look}>
                    API reference
                  </AnyLink>
                  <span className="text-ink-2">: all {operations.length} operations, each to read and to try</span>
                </li>
                <li>
                  <AnyLink link={pathTo("/reference/cookbook", {})} className={look}>
                    Cookbook
                  </AnyLink>
                  <span className="text-ink-2">: ten tasks, whole, with curl, in TypeScript and on the command line</span>
                </li>
                <li>
                  <AnyLink link={pathTo("/ai-client", {})} className={look}>
                    Connect an AI client
                  </AnyLink>
                  <span className="text-ink-2">: the same operations as tools for Claude, Cursor or VS Code</span>
                </li>
                <li>
                  <a href="/openapi.json" className={look}>
                    openapi.json
                  </a>
                  <span className="text-ink-2">: for generators of clients in other languages</span>
                </li>
              </ul>
            </Section>
          </>
        )}
      </Loaded>
      {keys}
    </Page>
  );
}
