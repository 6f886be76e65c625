import { useConfirmGuard, type WhyNot } from "./confirm-guard.ts";
import { counted } from "./counted.ts";
import { AnyLink } from "./link.tsx";
import { Loaded, type LoadedQuery } from "./loaded.tsx";
import { Skeleton } from "./skeleton.tsx";

interface Consequence {
  readonly count: number;
  /** What completes the number, for one and for many. */
  readonly one: string;
  readonly many: string;
  /** The first of them, where they have names. */
  readonly named: readonly { readonly id: string; readonly name: string; readonly link: string | undefined }[];
}

type Lists = Readonly<Record<"deleted" | "stops" | "changes", readonly Consequence[]>>;

interface ConsequencesProps {
  query: LoadedQuery<Lists> & { readonly whyNot: WhyNot; readonly lost: string | undefined };
  /** It is so much that a job goes on with it. */
  later?: boolean;
  /** Nothing goes but what is listed: the thing itself stays. */
  stays?: boolean;
}

/** What goes with a thing that is about to be deleted, and what stops working without it. Nothing is confirmed before it is read. */
export function Consequences({ query, later = false, stays = false }: ConsequencesProps) {
  useConfirmGuard(query.whyNot);
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      {query.lost === undefined ? null : <p className="font-medium text-ink">{query.lost}</p>}
      <Loaded inline query={query} what="the consequences" skeleton={<Skeleton className="h-10 w-60" />}>
        {({ deleted, stops, changes }) =>
          deleted.length + stops.length + changes.length === 0 ? (
            <p>{stays ? "Nothing is deleted." : "Nothing else is affected."}</p>
          ) : (
            <div className="flex max-h-[40dvh] flex-col gap-2 overflow-y-auto">
              <Listed title={stays ? "Deleted" : "Also deleted"} list={deleted} />
              <Listed title="Stops working" list={stops} />
              <Listed title="Changes" list={changes} />
            </div>
          )
        }
      </Loaded>
      {later ? <p>This takes a while, and continues in the background. A job shows the progress.</p> : null}
    </div>
  );
}

/** More names than these stand below each other. */
const inLine = 3;

function Listed({ title, list }: { title: string; list: readonly Consequence[] }) {
  if (list.length === 0) return null;
  return (
    <div>
      <p className="font-medium text-ink">{title}</p>
      <ul aria-label={title} className="list-disc ps-5">
        {list.map(({ count, one, many, named }) => (
          <li key={one}>
            {counted(count, one, many)}
            {named.length > inLine ? (
              <>
                :<Names named={named} more={count - named.length} />
              </>
            ) : (
              named.map((each, at) => (
                <span key={each.id}>
                  {at === 0 ? ": " : ", "}
                  <Name {...each} />
                </span>
              ))
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Names({ named, more }: { named: Consequence["named"]; more: number }) {
  return (
    <ul className="list-none">
      {named.map((each) => (
        <li key={each.id} className="truncate">
          <Name {...each} />
        </li>
      ))}
      {more > 0 ? <li>and {more.toLocaleString("en")} more</li> : null}
    </ul>
  );
}

function Name({ name, link }: Consequence["named"][number]) {
  if (link === undefined) return name;
  return (
    <AnyLink link={link} className="break-words text-accent-ink underline underline-offset-2">
      {name}
    </AnyLink>
  );
}
