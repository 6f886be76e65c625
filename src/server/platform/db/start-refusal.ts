/** A start that cannot be, in a sentence for who runs the service. */
export class StartRefusal extends Error {
  override readonly name: string = "StartRefusal";
  /** It may well work next time, without a change of settings or version. */
  readonly temporary: boolean;

  constructor(sentence: string, { temporary = false, cause }: { temporary?: boolean; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.temporary = temporary;
  }
}
