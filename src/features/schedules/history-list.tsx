import { type Key, Fragment, type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";

/** What a person looks at of a history: which outcome, and from which row on. */
export function useHistory<O extends string = never>() {
  const [outcome, setOutcome] = useState<O>();
  const [offset, setOffset] = useState(0);
  return {
    outcome,
    offset,
    show: setOffset,
    choose(next: O | undefined) {
      setOutcome(next);
      setOffset(0);
    },
  };
}

interface HistoryListProps<T, R, O extends string> {
  title: string;
  /** Completes "Could not load …". */
  what: string;
  history: ReturnType<typeof useHistory<O>>;
  query: LoadedQuery<T>;
  rowsOf: (data: T) => readonly R[];
  keyOf: (row: R) => Key;
  perPage: number;
  /** The outcomes that it can be narrowed to, in their order, and what each is called. */
  outcomes?: { readonly order: readonly O[]; readonly words: Readonly<Record<O, { readonly word: string }>> };
  /** What is said where there is nothing. */
  none: string;
  children: (row: R) => ReactNode;
}

/** What happened, the newest first, in short pages that no address names. */
export function HistoryList<T extends { total: number }, R, O extends string>(props: HistoryListProps<T, R, O>) {
  const { title, what, history, query, rowsOf, keyOf, perPage, outcomes, none, children } = props;
  const { outcome, offset, show, choose } = history;
  const heading = <h3 className={outcomes ? "me-auto font-semibold" : "mb-2 font-semibold"}>{title}</h3>;
  return (
    <section aria-label={title}>
      {outcomes ? (
        <div className="mb-2 flex items-center gap-3">
          {heading}
          <Select
            aria-label="Outcome"
            className="h-7 w-44 text-sm"
            empty="Every outcome"
            value={outcome ?? ""}
            options={outcomes.order.map((value) => ({ value, label: outcomes.words[value].word }))}
            onChange={({ target }) => choose(outcomes.order.find((each) => each === target.value))}
          />
        </div>
      ) : (
        heading
      )}
      <Loaded query={query} what={what} inline>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length === 0) return <p className="text-sm text-ink-2">{none}</p>;
          return (
            <>
              <ul className="divide-y divide-line rounded-md border border-line text-sm">
                {rows.map((row) => (
                  <Fragment key={keyOf(row)}>{children(row)}</Fragment>
                ))}
              </ul>
              {data.total > perPage ? (
                <div className="mt-2 flex items-center gap-2 text-sm text-ink-2">
                  <span className="me-auto">
                    {offset + 1}–{offset + rows.length} of {data.total.toLocaleString("en")}
                  </span>
                  <Button size="sm" disabled={offset === 0} onClick={() => show(Math.max(0, offset - perPage))}>
                    Newer
                  </Button>
                  <Button size="sm" disabled={offset + rows.length >= data.total} onClick={() => show(offset + perPage)}>
                    Older
                  </Button>
                </div>
              ) : null}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
