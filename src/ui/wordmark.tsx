/** The mark of the product; with its name unless `bare`. */
export function Wordmark({ bare }: { bare?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden className="shrink-0">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <path d="M22.4 11.2A8 8 0 1 0 22.4 20.8" fill="none" strokeWidth="3.6" strokeLinecap="round" className="stroke-on-accent" />
        <circle cx="16" cy="16" r="2.6" className="fill-on-accent" />
      </svg>
      {bare ? <span className="sr-only">Caseload</span> : "Caseload"}
    </span>
  );
}
