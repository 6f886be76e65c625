/** What a mailbox is for: it has no tools. */
export function MailboxUse() {
  return (
    <p className="text-ink-2">
      A mail that arrives here can start an agent: choose this mailbox on the page of the agent, under Events. Mails are read only: nothing
      is marked as read, moved or sent.
    </p>
  );
}
