/** How fast a job may call: a store of calls that fills up again with time. */

/** A call that carries much costs as several small ones: taking it apart, masking and storing it grow with its bytes. */
const bytesPerCall = 32 * 1024;
/** Then it asks again: timers know no more than some weeks. */
const longestWaitMs = 60_000;

export class CallRate {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #left: number;
  #filled: number;

  /** `burst` calls at once and `perSecond` for as long as it lasts; `now` in milliseconds. */
  constructor(limits: { callsPerSecond: number; callBurst: number }, now: () => number = () => performance.now()) {
    this.#perSecond = limits.callsPerSecond;
    this.#burst = limits.callBurst;
    this.#now = now;
    this.#left = this.#burst;
    this.#filled = now();
  }

  /** Takes what a call of so many bytes costs, or its answer: as debt, when not enough is left. */
  take(calls: 0 | 1, bytes: number): void {
    this.#fill();
    this.#left -= calls + bytes / bytesPerCall;
  }

  /** Milliseconds until it is worth asking again; 0: a call may begin. */
  wait(): number {
    this.#fill();
    return this.#left > 0 ? 0 : Math.min(longestWaitMs, Math.floor((-this.#left * 1000) / this.#perSecond) + 1);
  }

  #fill(): void {
    const now = this.#now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#filled) * this.#perSecond) / 1000);
    this.#filled = now;
  }
}
