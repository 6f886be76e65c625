/** One thing that a person has to know before they decide. */
export function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="text-ink-3">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
