/** What is kept with a decision beside what the library wants. */
export interface Decided {
  /** The session of the person who decided. */
  readonly session: string;
}
