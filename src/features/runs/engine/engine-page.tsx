import { useQuery } from "@tanstack/react-query";
import type { EngineState } from "#contract/runs/engine.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Page, Section } from "#ui/page.tsx";
import { ClockTime } from "#ui/time.tsx";
import { engineRead } from "./engine-queries.ts";
import { EngineSignRows } from "./engine-sign-rows.tsx";
import { engineSettings, settingAnchor, settingNames } from "./engine-settings.ts";
import { engineSigns } from "./engine-signs.ts";
import { WorkerRows } from "./worker-rows.tsx";

const refreshMs = 5_000;

/** How the engine does, for whoever runs the installation. */
export function EnginePage() {
  const query = useQuery({ ...engineRead, refetchInterval: refreshMs });
  return (
    <Page title="Engine" width="reading">
      <Loaded query={query} what="the state of the engine">
        {({ engine }) => <Parts engine={engine} failed={query.isError} />}
      </Loaded>
    </Page>
  );
}

function Parts({ engine, failed }: { engine: EngineState; failed: boolean }) {
  const asOf = (
    <p className="text-sm text-ink-3">
      {failed ? "Could not refresh. From " : "As of "}
      <ClockTime at={Date.parse(engine.as_of)} />
    </p>
  );
  return (
    <>
      <Section title="State" aside={asOf}>
        <EngineSignRows signs={engineSigns(engine)} />
      </Section>
      <Section title="Settings" description="Environment variables of the service. A change takes effect at the next start.">
        <dl className="text-sm">
          {settingNames.map((name) => (
            <div key={name} id={settingAnchor(name)} className="scroll-mt-4 rounded-sm border-t border-line py-2 target:bg-hover">
              <dt className="font-mono">{name}</dt>
              <dd className="text-ink-2">{engineSettings[name]}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Workers" description="Processes that work on runs, and those that ended in the last day.">
        <WorkerRows workers={engine.workers} asOf={Date.parse(engine.as_of)} />
      </Section>
    </>
  );
}
