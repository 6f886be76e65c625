/** 16 px; the words beside it say what is under way. */
export function Spinner() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden className="shrink-0 animate-spin">
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.75" />
      <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
