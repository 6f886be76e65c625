import { pathTo } from "#api/path-to.ts";
import type { ListedRevision } from "#contract/agents/revisions.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { useMedia } from "#ui/media.ts";
import { ShortDay } from "#ui/time.tsx";
import type { ComparedFigure } from "./compared-figures.ts";

interface RevisionFiguresProps {
  teamId: string;
  live: ListedRevision;
  former: ListedRevision | undefined;
  figures: readonly ComparedFigure[];
  /** The lists of what the runs of each are. */
  links: LinksOfBoth;
  /** The lists of those of them that failed a rubric. */
  failed: LinksOfBoth;
}

interface LinksOfBoth {
  readonly live?: string | undefined;
  readonly former?: string | undefined;
}

/** The live revision beside the former one. */
export function RevisionFigures(props: RevisionFiguresProps) {
  return useMedia("(min-width: 768px)") ? <Wide {...props} /> : <Narrow {...props} />;
}

function Wide({ teamId, live, former, figures, links, failed }: RevisionFiguresProps) {
  return (
    <table aria-label="The live revision beside the former one" className="w-full table-fixed border-collapse text-start text-sm">
      <colgroup>
        <col className="w-46" />
        {figures.map(({ name }) => (
          <col key={name} />
        ))}
      </colgroup>
      <thead>
        <tr className="text-xs text-ink-3">
          <th scope="col">
            <span className="sr-only">Revision</span>
          </th>
          {figures.map(({ name }) => (
            <th key={name} scope="col" className="text-start font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" className="align-bottom pb-1 text-start font-medium">
            <RevisionName teamId={teamId} revision={live} note="since" />
          </th>
          {figures.map(({ name, value, worse, failed: [count] = [0] }) => (
            <td key={name} className="align-bottom">
              <span className={cx("text-[28px] leading-9 font-semibold tracking-[-0.02em]", worse && "text-failed")}>
                <Linked link={name === "Runs" ? links.live : undefined}>{value}</Linked>
              </span>
              <FailedOf count={count} link={failed.live} />
            </td>
          ))}
        </tr>
        {former ? (
          <>
            <tr>
              <th scope="row" className="py-1 text-start font-normal text-ink-2">
                <RevisionName teamId={teamId} revision={former} note="from" />
              </th>
              {figures.map(({ name, former: value, failed: [, count] = [0, 0] }) => (
                <td key={name} className="py-1 text-ink-2">
                  <Linked link={name === "Runs" ? links.former : undefined}>{value}</Linked>
                  <FailedOf count={count} link={failed.former} />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row" className="text-start font-normal text-ink-2">
                Change
              </th>
              {figures.map(({ name, change, worse }) => (
                <td key={name} className={worse ? "text-failed" : "text-ink-3"}>
                  {change ?? "–"}
                </td>
              ))}
            </tr>
          </>
        ) : null}
      </tbody>
    </table>
  );
}

function Narrow({ teamId, live, former, figures, links, failed }: RevisionFiguresProps) {
  return (
    <table aria-label="The live revision beside the former one" className="w-full border-collapse text-sm">
      <thead>
        <tr className="text-ink-2">
          <th scope="col">
            <span className="sr-only">Figure</span>
          </th>
          <th scope="col" className="py-1.5 text-end font-medium text-ink">
            <RevisionName teamId={teamId} revision={live} />
          </th>
          {former ? (
            <>
              <th scope="col" className="ps-3 text-end font-normal">
                <RevisionName teamId={teamId} revision={former} />
              </th>
              <th scope="col" className="ps-3 text-end font-normal">
                Change
              </th>
            </>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, value, former: before, change, worse, failed: [count, formerCount] = [0, 0] }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-1.5 text-start font-normal text-ink-2">
              {name}
            </th>
            <td className={cx("text-end font-semibold", worse && "text-failed")}>
              <FailedOf count={count} link={failed.live} />
              <Linked link={name === "Runs" ? links.live : undefined}>{value}</Linked>
            </td>
            {former ? (
              <>
                <td className="ps-3 text-end text-ink-2">
                  <FailedOf count={formerCount} link={failed.former} />
                  {before}
                </td>
                <td className={cx("ps-3 text-end", worse ? "text-failed" : "text-ink-3")}>{change ?? "–"}</td>
              </>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RevisionName({ teamId, revision, note }: { teamId: string; revision: ListedRevision; note?: "since" | "from" }) {
  const [at] = revision.made_live;
  return (
    <>
      <AnyLink
        link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: revision.agent_id, buildId: revision.id })}
        className="hover:underline"
      >
        Revision {revision.revision_number}
      </AnyLink>{" "}
      {note && at ? (
        <span className="ms-1 text-xs font-normal text-ink-3">
          {note} <ShortDay at={at} />
        </span>
      ) : null}
    </>
  );
}

/** How many runs of a share failed, which a list shows. */
function FailedOf({ count, link }: { count: number; link: string | undefined }) {
  if (count === 0 || !link) return null;
  return (
    <AnyLink link={link} className="mx-1.5 text-xs font-normal whitespace-nowrap text-ink-3 hover:underline">
      {count.toLocaleString("en")} failed
    </AnyLink>
  );
}

function Linked({ link, children }: { link: string | undefined; children: string | undefined }) {
  if (!link) return children;
  return (
    <AnyLink link={link} className="hover:underline">
      {children}
    </AnyLink>
  );
}
