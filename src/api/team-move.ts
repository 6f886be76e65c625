import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { isEnough } from "#contract/rights.ts";
import { callWith, type LooseInput } from "./client.ts";
import { useFailure } from "./failure.ts";
import { useWrite } from "./query.ts";
import { useSession } from "./session.ts";
import { rememberTeam, type SessionTeam } from "./session-query.ts";

/** The other teams of the organization into which the signed-in person can move something of this one. */
export function useMoveTargets(endpoint: Pick<EndpointSpec, "access">, teamId: string): readonly SessionTeam[] {
  const { teams } = useSession();
  const here = teams.find(({ id }) => id === teamId);
  if (!here || !isEnough(endpoint, here.role)) return [];
  return teams.filter((each) => each.id !== teamId && each.organization_id === here.organization_id && isEnough(endpoint, each.role));
}

interface TeamMove<E extends EndpointSpec> {
  /** Names the question of what a move would do. */
  readonly id: string;
  readonly targets: readonly SessionTeam[];
  /** What is asked of the service; `dryRun`: only what the move would do. */
  readonly input: (target: string, dryRun: boolean) => CallInput<E>;
  /** It is in the other team, under this name. */
  readonly onMoved: (target: string, name: string) => void | Promise<void>;
}

/** A move to another team: a team is chosen, the service says what would happen, and then it is done. */
export function useTeamMove<E extends EndpointSpec>(endpoint: E, { id, targets, input, onMoved }: TeamMove<E>) {
  const [target, setTarget] = useState("");
  const { words: error, setFailure } = useFailure();
  const asked = input(target, true);
  const { body }: LooseInput = asked ?? {};
  // It reads no topic, and its key has no address: the move itself must not make it look again.
  const plan = useQuery<Reply<E>>({
    queryKey: ["Move", endpoint.name, id, body],
    queryFn: ({ signal }) => callWith(endpoint, asked, { signal }),
    enabled: target !== "",
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const move = useWrite(endpoint, {
    onSuccess: () => {
      rememberTeam(target);
      return onMoved(target, targets.find((each) => each.id === target)?.name ?? "the other team");
    },
  });
  /** What was said about another choice is over. */
  const choose = (change: () => void) => {
    setFailure(undefined);
    change();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    if (target === "") setFailure(new Error("Choose a team first."));
    else if (plan.data !== undefined && !move.isPending) move.mutate(input(target, false), { onError: setFailure });
  };
  return {
    plan,
    choose,
    /** For the form. */
    form: {
      target,
      targets,
      onTarget: (next: string) => choose(() => setTarget(next)),
      busy: move.isPending || plan.isLoading,
      error,
      onSubmit,
    },
  };
}
