const example = `import json
import caseload

case = caseload.cases.claim()
if case:
    data = json.loads(case["data"])
    if data["amount"] > 1000:
        caseload.cases.fail("Above the limit")
    else:
        caseload.cases.complete("Paid")`;

const calls = [
  [
    "cases",
    "add, list, claim, update, complete, fail, postpone: the cases of the queues that this revision names. schema, declare: the fields of their data. attachments, attachment: files of the claimed case; those it had when the run started are also in attachments/.",
  ],
  ["handover", "Gives the work, or the claimed case, to another agent."],
  ["files", "list, read, write: team files. It reads those named above."],
  ["memory", "list, read, write, delete: what the agent keeps from run to run."],
  ["log", "A line of the run, with fields."],
] as const;

/** What a program can ask of the service, for whoever writes it. */
export function ProgramModule() {
  return (
    <section aria-label="What the program can call" className="border-t border-line pt-4 text-sm text-ink-2">
      <h3 className="mb-2 font-medium text-ink">What the program can call</h3>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1.5">
        {calls.map(([name, what]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-xs leading-5">caseload.{name}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 mb-2">
        A refused call raises CallError. After a restart the program starts again. Calls it had already made get the same answers, so it has
        to make them in the same order.
      </p>
      <pre tabIndex={0} aria-label="Example" className="overflow-auto rounded-sm bg-sunken px-2 py-1.5 font-mono text-xs">
        {example}
      </pre>
    </section>
  );
}
