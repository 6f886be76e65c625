import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "#api/query.ts";
import { printedReadiness } from "#contract/clarity/printed-readiness.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

/** There is no proposal yet: what one is, and what it takes. */
export function NoProposal({ ready, action }: { ready: boolean; action: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState icon={Sparkles} title="No proposal yet" action={ready ? action : null}>
        {ready
          ? "A proposal says which steps an agent can do, which a person is asked for, and which stay outside. It asks for what no capture says."
          : "A proposal changes the live version of the current process. Make one live first."}
      </EmptyState>
      <ReadinessRules />
    </div>
  );
}

/** The rules of the practice model, where no other one is set up. */
function ReadinessRules() {
  const practice = useQuery(read(getCapabilities)).data?.any_model === false;
  if (!practice) return null;
  return (
    <section className="mx-auto max-w-[560px] px-5 pb-6 text-sm">
      <Disclosure summary="Rules that the practice model follows">
        <dl className="flex flex-col gap-1.5 pt-2">
          {printedReadiness.map(([rule, says]) => (
            <div key={rule}>
              <dt className="font-medium">{rule}</dt>
              <dd className="text-ink-2">{says}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </section>
  );
}
