export interface TableSelection {
  readonly ids: ReadonlySet<string>;
  /** The rows are still those of another filter: none of them is meant. */
  readonly disabled?: boolean;
  /** Rows that nothing can be done with. */
  readonly except?: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
}
