import { Download } from "lucide-react";
import { Fragment } from "react";
import { pathTo } from "#api/path-to.ts";
import type { FigureLink, PageAnswers, QueryAnswer } from "#contract/dashboards/answers.ts";
import { sourceOf } from "#contract/dashboards/catalogue.ts";
import type { Block, Page, Query } from "#contract/dashboards/page.ts";
import type { DashboardRead } from "#contract/dashboards/views.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { exactTime } from "#ui/time.tsx";
import { dimensionWords, measureWords, queriesOf } from "./block-rows.ts";

interface BlockDialogProps {
  teamId: string;
  page: Page;
  answers: PageAnswers;
  reads: readonly DashboardRead[];
  block: Block | undefined;
  onFile: (block: Block) => void;
  onClose: () => void;
}

/** What a block counts, in words, with the list of exactly that and its rows as a file. */
export function BlockDialog({ teamId, page, answers, reads, block, onFile, onClose }: BlockDialogProps) {
  return (
    <Dialog open={block !== undefined} onClose={onClose} size="md" title={block?.title ?? ""} description={block?.subtitle}>
      {block ? (
        <div className="flex flex-col gap-5">
          {queriesOf(page, block).map((query) => (
            <Definition
              key={query.name}
              teamId={teamId}
              query={query}
              page={page}
              answer={answers.answers.find(({ name }) => name === query.name)}
              read={reads.find(({ name }) => query.filters.some(({ by, values }) => by === "read" && values?.includes(name)))}
            />
          ))}
          {queriesOf(page, block).length === 0 ? <p>This text names no figures.</p> : null}
          <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
            <p className="text-sm text-ink-3">Counted {exactTime(answers.as_of)}</p>
            <Button icon={Download} onClick={() => onFile(block)}>
              Download CSV
            </Button>
          </div>
        </div>
      ) : null}
    </Dialog>
  );
}

interface DefinitionProps {
  teamId: string;
  query: Query;
  page: Page;
  answer: QueryAnswer | undefined;
  /** What its rows are, where a connection answered them. */
  read: DashboardRead | undefined;
}

function Definition({ teamId, query, page, answer, read }: DefinitionProps) {
  const source = sourceOf(query.source);
  const conditions = query.filters.filter(({ by }) => read === undefined || by !== "read");
  const filters = conditions.map(({ by, kind, values, parameter }) => {
    const name = dimensionWords(query, by);
    if (values === undefined)
      return `${name} as chosen above the page (${page.parameters.find((each) => each.name === parameter)?.label ?? parameter ?? ""})`;
    const words = values.map((value) => source?.dimensions[by]?.words?.[value] ?? value).join(" or ");
    return `${name} ${kind === "is" ? "is" : "is not"} ${words}`;
  });
  const rows: [string, string][] = [
    ["Source", `${source?.label ?? query.source}: ${source?.says ?? ""}`],
    ...query.measures.map((name): [string, string] => {
      const { label, says } = measureWords(query, name);
      return [label, says];
    }),
    ...(query.by.length > 0
      ? ([["By", query.by.map((name) => dimensionWords(query, name, answer?.grain)).join(", ")]] as [string, string][])
      : []),
    ...filters.map((said): [string, string] => ["Only", said]),
    read ? ["Read", `${read.tool} of ${read.connection_name}, ${exactTime(read.read_at)}`] : ["Time", timeOf(query, answer, page.zone)],
  ];
  return (
    <section className="flex flex-col gap-3">
      <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-4 gap-y-1.5 text-sm">
        {rows.map(([name, said], at) => (
          <Fragment key={`${name}${at}`}>
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 break-words">{said}</dd>
          </Fragment>
        ))}
      </dl>
      {answer ? <Opens teamId={teamId} query={query} answer={answer} /> : null}
    </section>
  );
}

function timeOf({ source }: Query, answer: QueryAnswer | undefined, zone: string): string {
  const time = sourceOf(source)?.time;
  if (!answer?.from || !answer.to) return "As things are now";
  const write = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: zone });
  const last = new Date(Date.parse(answer.to) - 1);
  return `${write.format(new Date(answer.from))} to ${write.format(last)}, by ${time ?? "its time"}, ${zone}`;
}

/** The lists of what is counted in all; a figure of a single row opens its own from the page. */
function Opens({ teamId, query, answer }: { teamId: string; query: Query; answer: QueryAnswer }) {
  const links = answer.measures.flatMap((name, at) => {
    const link = answer.total.links[at];
    const value = answer.total.values[at];
    const counts = sourceOf(query.source)?.measures[name]?.unit === "count";
    return link && counts && typeof value === "number" ? [{ name, link, value }] : [];
  });
  if (links.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {links.map(({ name, link, value }) => (
        <LinkButton key={name} size="sm" link={addressOf(teamId, link)}>
          Open these {value.toLocaleString("en")} {measureWords(query, name).label.toLocaleLowerCase("en")}
        </LinkButton>
      ))}
    </div>
  );
}

function addressOf(teamId: string, { list, queue_id, filters }: FigureLink): string {
  // The filters of a link are those of its list's address, by the same names.
  const search = filters as object;
  if (list === "cases") return pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: queue_id ?? "" }, search);
  return list === "runs" ? pathTo("/t/$teamId/runs", { teamId }, search) : pathTo("/t/$teamId/schedules", { teamId }, search);
}
