import { MutationCache, type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isUnderWay } from "./client.ts";
import { readEnded } from "./stale.ts";

/** The cache with this console's rules. `onSignedOut` runs when the service no longer knows the caller. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) onSignedOut();
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_, query) => readEnded(client, query),
      onError: (error, query) => {
        onError(error);
        forget(error, query);
        if (!isSignedOut(error)) readEnded(client, query);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // A request says more than the browser does of its network, and a service may run on this machine.
      queries: { staleTime: 30_000, gcTime: 300_000, retry, retryDelay, networkMode: "always" },
      mutations: { retry: (failures, error) => isUnderWay(error) && failures < 5, retryDelay, networkMode: "always" },
    },
  });
  return client;
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.status === 401 && error.code === "unauthorized";
}

/** What the service no longer has must not look alive: its readers lose it, and say that it is gone. */
function forget(error: Error, query: Pick<Query<unknown, unknown>, "state" | "setState">): void {
  if (!(error instanceof ApiError) || error.code !== "not_found" || query.state.dataUpdatedAt === 0) return;
  query.setState({ data: undefined, error: new ApiError(error.status, "gone", error.message) });
}

function retry(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  // It says itself when there is room again.
  if (error.status === 429 || error.code === "busy") return failures < 5;
  if (error.code === "not_offered" || error.code === "unexpected_answer") return false;
  return (error.status >= 500 || error.status === 0) && failures < 2;
}

function retryDelay(failures: number, error: Error): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1000 + Math.random() * 250;
  return Math.min(1000 * 2 ** failures, 30_000) + Math.random() * 250;
}
