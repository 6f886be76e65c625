import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { read, useWrite } from "#api/query.ts";
import {
  answerClarityGuestInterview,
  consentToClarityGuestInterview,
  finishClarityGuestInterview,
  type GuestPage as Guest,
  openClarityGuestInterview,
} from "#contract/clarity/guests.ts";
import type { Interview } from "#contract/clarity/interview.ts";
import { counted } from "#ui/counted.ts";
import { Loaded } from "#ui/loaded.tsx";
import { GuestConsent } from "./guest-consent.tsx";
import { GuestFrame } from "./guest-frame.tsx";
import { Interviewing } from "./interviewing.tsx";
import { SaidList, saidIn } from "./said-list.tsx";
import { useAnswering } from "./use-answering.ts";

const route = getRouteApi("/c/$token");
/** How often a guest who has answered all questions looks for another one. */
const askedAgainMs = 20_000;
/** What is shorter is no token. */
const shortest = 20;

/** Where the link of an interview leads. It works without an account, and what was said is there again after a reload. */
export function GuestPage() {
  const { token } = route.useParams();
  const isCut = token.length < shortest;
  const query = useQuery({
    ...guestRead(token),
    enabled: !isCut,
    retry: false,
    // A member can still ask something. A page without an account is told nothing by itself.
    refetchInterval: ({ state: { data } }) =>
      data?.guest.interview?.status === "recording" && !data.guest.interview.question ? askedAgainMs : false,
  });
  const { status, message } = query.error ?? {};
  if (isCut || status === 404)
    return (
      <GuestFrame organization={undefined} title="Interview">
        <h1 className="text-xl font-semibold tracking-tight">This link does not work</h1>
        <p role="status" className="mt-2 text-lg text-ink-2">
          {status === 404 ? message : "The address is incomplete. Open the whole link that you were sent."}
        </p>
      </GuestFrame>
    );
  if (!query.data)
    return (
      <GuestFrame organization={undefined} title="Interview">
        <h1 className="sr-only">Interview</h1>
        <Loaded inline query={query} what="the interview">
          {() => null}
        </Loaded>
      </GuestFrame>
    );
  return <Opened token={token} guest={query.data.guest} />;
}

const guestRead = (token: string) => read(openClarityGuestInterview, { body: { token } });

function Opened({ token, guest }: { token: string; guest: Guest }) {
  const client = useQueryClient();
  const { queryKey } = guestRead(token);
  // Each answer brings the page as it is next.
  const told = { onSuccess: (reply: { guest: Guest }) => void client.setQueryData(queryKey, reply) };
  const consent = useWrite(consentToClarityGuestInterview, told);
  const answer = useWrite(answerClarityGuestInterview, told);
  const finish = useWrite(finishClarityGuestInterview, told);
  const answering = useAnswering({
    answer: (given) => answer.mutateAsync({ body: { token, ...given } }),
    finish: () => finish.mutateAsync({ body: { token } }),
    reload: () => client.invalidateQueries({ queryKey }),
  });
  const { interview, organization_name, process_name } = guest;
  const frame = { organization: organization_name, title: process_name };
  if (!interview)
    return (
      <GuestFrame {...frame}>
        <GuestConsent guest={guest} agree={(person) => consent.mutateAsync({ body: { token, person } })} />
      </GuestFrame>
    );
  if (interview.status === "complete")
    return (
      <GuestFrame {...frame}>
        <Done guest={guest} interview={interview} />
      </GuestFrame>
    );
  const answered = saidIn(interview).filter(({ corrected }) => !corrected).length;
  return (
    <GuestFrame {...frame} progress={{ answered, planned: interview.planned }}>
      <h1 className="mb-3 text-sm break-words text-ink-3">Interview: {process_name}</h1>
      <Interviewing interview={interview} answering={answering} draftId={`guest:${token.slice(0, 8)}`} />
    </GuestFrame>
  );
}

function Done({ guest, interview }: { guest: Guest; interview: Interview }) {
  const said = saidIn(interview);
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <CircleCheck size={32} strokeWidth={1.5} aria-hidden className="mt-2 text-done" />
      <h1 ref={title} tabIndex={-1} className="mt-4 text-xl font-semibold tracking-tight break-words">
        Thank you, {interview.person}
      </h1>
      <p role="status" className="mt-2 text-lg break-words text-ink-2">
        {guest.invited_by_name ?? "Your contact"} has your {counted(said.length, "answer", "answers")} now. You can close this page.
      </p>
      <section aria-labelledby="said" className="mt-5 rounded-md border border-line px-4 py-3">
        <h2 id="said" className="mb-1 text-lg font-semibold">
          What you told us
        </h2>
        <SaidList said={said} />
      </section>
      <p className="py-4 text-sm text-ink-3">
        You can read your answers here until the link ends. To have them deleted, ask the person who sent you the link.
      </p>
    </>
  );
}
