import { useQuery } from "@tanstack/react-query";
import { setupQuery } from "#api/session-query.ts";
import { useWrite } from "#api/query.ts";
import { startProviderSignIn } from "#contract/teams/single-sign-on.ts";
import { Button } from "#ui/button.tsx";
import { leaveFor } from "./provider-trip.ts";

/** Beside the form of a sign-in: the company's provider, where there is one. `to`: where it leads in the end. */
export function ProviderButton({ to }: { to: string }) {
  const { data: setup } = useQuery(setupQuery);
  const start = useWrite(startProviderSignIn, { onSuccess: ({ continue_url }) => leaveFor(continue_url, { for: "sign-in", to }) });
  if (!setup?.provider) return null;
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button className="w-full" pending={start.isPending} onClick={() => start.mutate({})}>
        <span className="truncate">Continue with {setup.provider}</span>
      </Button>
      {start.error ? (
        <p role="alert" className="text-sm text-failed">
          {start.error.message}
        </p>
      ) : null}
    </div>
  );
}
