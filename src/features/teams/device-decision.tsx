import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { decideDeviceLogin, type DeviceLogin } from "#contract/teams/device-logins.ts";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { Fact } from "./fact.tsx";
import { LetInForm } from "./let-in-form.tsx";

interface DeviceDecisionProps {
  login: DeviceLogin;
  onDone: (allowed: boolean) => void;
}

/** Asks whether the command line may act as the signed-in person. */
export function DeviceDecision({ login, onDone }: DeviceDecisionProps) {
  const { user, teams } = useSession();
  const { user_code, program, machine, address, reads_only } = login;
  const decide = useWrite(decideDeviceLogin);
  const decline = useWrite(decideDeviceLogin, { onSuccess: () => onDone(false) });
  const form = useContractForm(decideDeviceLogin.body.omit({ user_code: true, allow: true }), {
    id: `device-${user_code}`,
    defaultValues: { team_id: teams[0]?.id ?? null, reads_only },
    submit: (body) => decide.mutateAsync({ body: { ...body, user_code, allow: true } }),
    onDone: () => onDone(true),
  });
  return (
    <EntryFrame
      title="Sign in the command line?"
      lead={
        <>
          It gets a key and acts as you, <span className="break-all text-ink">{user.name ?? user.email}</span>, until you revoke the key.
        </>
      }
      footer="Somebody else sent you this address? Decline."
    >
      <p className="mb-4 rounded-md border border-line bg-sunken p-3 text-center font-mono text-lg tracking-widest">{user_code}</p>
      <dl className="mb-5 flex flex-col gap-2 text-sm">
        <Fact term="Code">Compare it with the one that your terminal shows.</Fact>
        <Fact term="Program">{program}</Fact>
        <Fact term="Machine">{machine === null ? `Unnamed, at ${address}` : `${machine}, at ${address}`}</Fact>
      </dl>
      <LetInForm
        form={form}
        submit="Sign it in"
        decline={decline}
        onDecline={() => decline.mutate({ body: { user_code, allow: false } })}
      />
    </EntryFrame>
  );
}
