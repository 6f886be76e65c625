import { CircleHelp, ShieldCheck } from "lucide-react";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { SteadyRequest } from "./use-steady-requests.ts";

interface InboxListProps {
  teamId: string;
  rows: readonly SteadyRequest[];
  total: number;
  current: string | undefined;
  /** Of runs that no longer have their case. */
  former?: boolean;
}

export function InboxList({ teamId, rows, total, current, former = false }: InboxListProps) {
  const more = total - rows.filter(({ gone }) => !gone).length;
  return (
    <ul aria-label={former ? "Requests of runs without their case" : "Waiting requests"}>
      {rows.map(({ request, gone }) => {
        const Icon = request.type === "approval" ? ShieldCheck : CircleHelp;
        const here = request.id === current;
        return (
          <li key={request.id} className="border-b border-line">
            <AnyLink
              data-inbox-row
              link={`/t/${teamId}/inbox?request=${request.id}`}
              aria-current={here ? "true" : undefined}
              className={cx("flex gap-3 px-4 py-3 focus-visible:-outline-offset-2 md:px-5", here ? "bg-accent-soft" : "hover:bg-hover")}
            >
              <Icon
                size={16}
                strokeWidth={1.75}
                aria-hidden
                className={cx("mt-0.5 shrink-0", gone || former ? "text-ink-3" : "text-waiting")}
              />
              <span className="min-w-0 flex-1">
                <span className={cx("line-clamp-2 font-medium break-words", gone && "text-ink-3 line-through")}>{request.title}</span>
                <span className="mt-0.5 block truncate text-sm text-ink-2">
                  {gone ? "Answered or withdrawn meanwhile" : `${request.agent_name} · ${request.case?.title ?? request.run_title}`}
                </span>
              </span>
              <span className="shrink-0 text-sm text-ink-3">
                <Time at={request.created_at} />
              </span>
            </AnyLink>
          </li>
        );
      })}
      {more > 0 ? (
        <li className="px-5 py-3 text-sm text-ink-3">{more.toLocaleString("en")} more wait behind these. They follow as you answer.</li>
      ) : null}
    </ul>
  );
}
