/** LRU cache of bounded weight: what was used least recently is evicted. */
export class Lru<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  #limit: number;
  readonly #weightOf: (value: Value) => number;
  #weight = 0;

  /** @param weightOf of a value against the limit; each counts one by default */
  constructor(limit: number, weightOf: (value: Value) => number = () => 1) {
    this.#limit = limit;
    this.#weightOf = weightOf;
  }

  /** Of all entries. */
  get weight(): number {
    return this.#weight;
  }

  /** Holds no more than this from now on. */
  resize(limit: number): void {
    this.#limit = limit;
    this.#evict();
  }

  /** Undefined: not held. Counts as a use. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** @returns the value, which is held even where it alone is over the limit */
  set(key: Key, value: Value): Value {
    this.#delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(value);
    this.#evict(key);
    return value;
  }

  values(): IterableIterator<Value> {
    return this.#entries.values();
  }

  /** @param kept the key set last, which is held even where it alone is over the limit */
  #evict(kept?: Key): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit || oldest === kept) break;
      this.#delete(oldest);
    }
  }

  #delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }
}
