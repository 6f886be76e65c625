/**
 * A reply that the store has written as JSON, to be sent as it is: reading 50 rows into objects, checking them and writing them out again
 * costs more than everything else about a list. Its shape is the query's promise; every answer of a test is held against the contract.
 */
export class Written {
  readonly json: string;
  /** No row has a word of a later version; else the reply is read and checked as every other. */
  readonly isKnown: boolean;

  constructor(json: string, isKnown = true) {
    this.json = json;
    this.isKnown = isKnown;
  }
}

/** What a handler answers a caller that only asked whether somebody listens: see `greets` of the contract. */
export class Greeting {
  readonly said: unknown;

  constructor(said: unknown) {
    this.said = said;
  }
}
