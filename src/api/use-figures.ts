import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Topic } from "#contract/topics.ts";
import { answerIn, type figuresRead } from "./figures.ts";
import { useLiveEvents } from "./live.ts";

/** Who looks at the same figures within 15 seconds gets the same ones. */
const sameMs = 16_000;

/** Figures that are counted again also soon after something of these topics happened. */
export function useFigures(options: ReturnType<typeof figuresRead>, topics: readonly Topic[], enabled = true) {
  const query = useQuery({ ...options, enabled });
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(due.current), []);
  useLiveEvents((events) => {
    if (due.current !== undefined || !enabled || !events.some(({ topic }) => topics.includes(topic))) return;
    due.current = setTimeout(
      () => {
        due.current = undefined;
        void query.refetch();
      },
      Math.max(1000, query.dataUpdatedAt + sameMs - Date.now()),
    );
  });
  return query;
}

/** One of the answers of {@link useFigures}, as a query of its own: it fails where the service could not count it. */
export function answerOf({ data, error, failureReason, refetch }: ReturnType<typeof useFigures>, name: string) {
  const answer = data && answerIn(data, name);
  const fault = answer ? undefined : data?.faults.find((each) => each.name === name);
  return { data: answer, error: data && !answer ? new Error(fault?.says ?? "It was not counted.") : error, failureReason, refetch };
}
