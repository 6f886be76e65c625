import { useWrite } from "#api/query.ts";
import { startProviderSignIn } from "#contract/teams/single-sign-on.ts";
import { Button } from "#ui/button.tsx";
import { leaveFor } from "./provider-trip.ts";
import { useSignInWays } from "./use-sign-in-ways.ts";

/** The company's provider, where there is one: beside the form of a sign-in, or alone where passwords are off. `to`: where it leads in the end. */
export function ProviderButton({ to }: { to: string }) {
  const { provider, passwords } = useSignInWays();
  const start = useWrite(startProviderSignIn, { onSuccess: ({ continue_url }) => leaveFor(continue_url, { for: "sign-in", to }) });
  if (!provider) return null;
  return (
    <div className="flex flex-col gap-4">
      {passwords ? <Or /> : null}
      <Button
        tone={passwords ? "secondary" : "primary"}
        autoFocus={!passwords}
        className="w-full"
        pending={start.isPending}
        onClick={() => start.mutate({ body: {} })}
      >
        <span className="truncate">Continue with {provider}</span>
      </Button>
      {start.error ? (
        <p role="alert" className="text-sm text-failed">
          {start.error.message}
        </p>
      ) : null}
    </div>
  );
}

function Or() {
  return (
    <p className="mt-5 flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  );
}
