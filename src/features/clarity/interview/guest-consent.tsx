import { Eye, Info, Link2, type LucideIcon, MessageCircleQuestionMark, Quote, Undo2 } from "lucide-react";
import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { consentToClarityGuestInterview, type GuestPage } from "#contract/clarity/guests.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { tall } from "./answer-form.tsx";

interface GuestConsentProps {
  guest: GuestPage;
  agree: (person: string) => Promise<unknown>;
}

/** What the interview is for and who reads it, before anything is kept. */
export function GuestConsent({ guest, agree }: GuestConsentProps) {
  const [declined, setDeclined] = useState(false);
  if (declined)
    return (
      <div>
        <div role="status">
          <h1 className="text-xl font-semibold tracking-tight">The interview was not started</h1>
          <p className="mt-2 text-lg text-ink-2">We kept nothing. You can close this page, or open the link again later.</p>
        </div>
        <Button className={`mt-4 ${tall}`} onClick={() => setDeclined(false)}>
          Back
        </Button>
      </div>
    );
  return <Asking guest={guest} agree={agree} onDecline={() => setDeclined(true)} />;
}

/** In the order of the sentences: who asks, what is kept, who reads it, how to stop, the link. */
const signs: readonly LucideIcon[] = [MessageCircleQuestionMark, Quote, Eye, Undo2, Link2];

function Sign({ at }: { at: number }) {
  const Icon = signs[at] ?? Info;
  return <Icon size={18} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />;
}

const consented = consentToClarityGuestInterview.body.omit({ token: true });

function Asking({ guest, agree, onDecline }: GuestConsentProps & { onDecline: () => void }) {
  const { process_name, organization_name, invited_by_name, consent } = guest;
  const form = useContractForm(consented, { defaultValues: { person: "" }, submit: ({ person }) => agree(person) });
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight break-words">How is this done today: {process_name}?</h1>
      <p className="mt-2 text-lg break-words text-ink-2">
        {invited_by_name ?? "Your contact"} at {organization_name} asks for about 15 minutes of your time. Answer in your own words.
      </p>
      <ul className="my-4 flex flex-col gap-3 text-base text-ink-2">
        {consent.map((sentence, at) => (
          <li key={sentence} className="flex gap-3">
            <Sign at={at} />
            <span className="min-w-0 break-words">{sentence}</span>
          </li>
        ))}
      </ul>
      <Form {...form.props} submit="I agree, start" wide className="pb-2 [&_button]:h-11! [&_button]:text-lg!">
        <Field label="Your name or role" {...form.field("person")}>
          <TextInput autoComplete="name" className="h-11! text-lg!" />
        </Field>
      </Form>
      <Button tone="quiet" className={`mb-4 w-full ${tall}`} onClick={onDecline}>
        No, thanks
      </Button>
    </>
  );
}
