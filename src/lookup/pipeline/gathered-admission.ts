import type { Admission, AdmissionCall } from '../account/account.ts';

/** The one admission of a batch: requested once every entry has asked, or ended. */
export class GatheredAdmission {
  readonly #calls = new Map<number, PromiseWithResolvers<Admission> & { call: AdmissionCall }>();
  readonly #arrived = new Set<number>();
  readonly #send: (calls: readonly AdmissionCall[]) => Promise<readonly Admission[]>;
  readonly #entries: number;
  admissions: readonly Admission[] = [];
  /** Why the account could not be asked; null where it answered. */
  failure: unknown = null;

  constructor(
    entries: number,
    send: (calls: readonly AdmissionCall[]) => Promise<readonly Admission[]>,
  ) {
    this.#entries = entries;
    this.#send = send;
  }

  admit(entry: number, call: AdmissionCall): Promise<Admission> {
    const waiting = { ...Promise.withResolvers<Admission>(), call };
    this.#calls.set(entry, waiting);
    this.arrive(entry);
    return waiting.promise;
  }

  /** Nothing more of this entry is to be waited for. */
  arrive(entry: number): void {
    if (this.#arrived.has(entry)) return;
    this.#arrived.add(entry);
    if (this.#arrived.size === this.#entries) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    const waiting = [...this.#calls].sort(([a], [b]) => a - b).map(([, each]) => each);
    try {
      this.admissions = await this.#send(waiting.map(({ call }) => call));
      // In the order of the entries: of repeated lookups the first finds the fact.
      waiting.forEach(({ resolve }, at) => void resolve(this.admissions[at] as Admission));
    } catch (cause) {
      this.failure = cause;
      for (const { reject } of waiting) reject(cause);
    }
  }
}
