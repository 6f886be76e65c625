import { useQuery } from "@tanstack/react-query";
import { Pause, Pencil, Play } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import type { Agent } from "#contract/agents/agents.ts";
import { type EventTrigger, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { type TriggerSlug, type TriggerType, isOfConnections, triggerSlugs } from "#contract/schedules/trigger-words.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { Status } from "#ui/status.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { MissingNotice } from "#features/schedules/missing-notice.tsx";
import { LooksNotice } from "#lists/looks-notice.tsx";
import { stateOf } from "#features/schedules/schedule-words.ts";
import { EditTrigger } from "./edit-trigger.tsx";
import { FreeSources } from "./free-sources.tsx";
import { triggersRead } from "./queries.ts";
import { TriggerMatches } from "./trigger-matches.tsx";
import { TriggerFilterWords, useSourcePaused } from "./trigger-filter-words.tsx";
import { sourcePaused, sourceWords, typeWords } from "./trigger-words.ts";

/** On an agent's page: which events start it for the person who looks, one trigger for each source, and first those that do. */
export function AgentTriggers({ teamId, agent }: { teamId: string; agent: Agent }) {
  const triggers = useQuery(triggersRead(agent.id));
  const [editing, setEditing] = useState<TriggerSlug>();
  const of = (slug: TriggerSlug) => triggers.data?.triggers.find(({ integration_slug }) => integration_slug === slug);
  return (
    <ScrollColumn width="wide">
      <Loaded query={triggers} what="the event triggers of this agent">
        {() => {
          const there = triggerSlugs.flatMap((slug) => of(slug) ?? []).toSorted((a, b) => Number(b.enabled) - Number(a.enabled));
          const free = triggerSlugs.filter((slug) => !of(slug));
          return (
            <>
              {there.map((trigger) => {
                const slug = trigger.integration_slug as TriggerSlug;
                return <OfSource key={slug} teamId={teamId} trigger={trigger} slug={slug} onEdit={() => setEditing(slug)} />;
              })}
              {free.length > 0 ? <FreeSources slugs={free} first={there.length === 0} onAdd={setEditing} /> : null}
            </>
          );
        }}
      </Loaded>
      <Dialog
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        size="lg"
        title={editing ? `Trigger: ${sourceWords[editing].title.toLowerCase()}` : "Trigger"}
      >
        {editing ? (
          <EditTrigger teamId={teamId} agentId={agent.id} slug={editing} trigger={of(editing)} onDone={() => setEditing(undefined)} />
        ) : null}
      </Dialog>
    </ScrollColumn>
  );
}

/** Each source has the same buttons: what is read out tells them apart. */
function Of({ slug }: { slug: TriggerSlug }) {
  return <span className="sr-only">: {sourceWords[slug].title}</span>;
}

interface OfSourceProps {
  teamId: string;
  trigger: EventTrigger;
  slug: TriggerSlug;
  onEdit: () => void;
}

function OfSource({ teamId, trigger, slug, onEdit }: OfSourceProps) {
  const save = useWrite(upsertAgentTrigger);
  const type = trigger.trigger_type as TriggerType;
  const silent = useSourcePaused(teamId, trigger) && trigger.enabled;
  const set = (enabled: boolean) =>
    save.mutate(
      {
        params: { agentId: trigger.agent_id },
        body: {
          integration_slug: slug,
          trigger_type: type,
          filter_config: trigger.filter_config,
          enabled,
          ...((slug === "webhook" || isOfConnections(slug)) && { integration_instance_id: trigger.integration_instance_id }),
        },
      },
      {
        onError: toastFailed,
        onSuccess: () => toast(enabled ? "Trigger resumed" : "Trigger paused"),
      },
    );
  return (
    <Section
      title={sourceWords[slug].title}
      description={
        <>
          {typeWords[type]}
          <TriggerFilterWords teamId={teamId} trigger={trigger} />
        </>
      }
      aside={
        <>
          <Status {...(trigger.enabled && !trigger.connection_available ? noConnection : silent ? sourcePaused : stateOf(trigger))} />
          <Button icon={trigger.enabled ? Pause : Play} pending={save.isPending} onClick={() => set(!trigger.enabled)}>
            {trigger.enabled ? "Pause" : "Resume"}
            <Of slug={slug} />
          </Button>
          <Button icon={Pencil} onClick={onEdit}>
            Edit
            <Of slug={slug} />
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <MissingNotice teamId={teamId} agentId={trigger.agent_id} own of={trigger} />
        {trigger.connection_available ? null : <NotAvailable />}
        {silent ? <SourcePaused teamId={teamId} sourceId={trigger.integration_instance_id} /> : null}
        {trigger.connection_available && trigger.enabled && isOfConnections(slug) ? <LooksNotice looks={trigger.looks} /> : null}
        <TriggerMatches teamId={teamId} trigger={trigger} />
      </div>
    </Section>
  );
}

function SourcePaused({ teamId, sourceId }: { teamId: string; sourceId: string }) {
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-3 text-sm text-ink-2">
      It does not start runs: its webhook source is paused.{" "}
      <AnyLink link={pathTo("/t/$teamId/webhook-sources", { teamId }, { source: sourceId })} className="underline underline-offset-2">
        Open the source
      </AnyLink>
    </p>
  );
}

const noConnection = { look: "failed", word: "No connection" } as const;

function NotAvailable() {
  return (
    <p role="status" className="rounded-md bg-failed-soft px-3 py-3 text-sm text-failed">
      It does not start runs: sharing connections between teams is off. An administrator can turn it on again.
    </p>
  );
}
