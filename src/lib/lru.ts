/** LRU cache of bounded weight: evicts the least recently used entries. */
export class Lru<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  #limit: number;
  readonly #weightOf: (value: Value) => number;
  #weight = 0;

  /** @param weightOf weight of a value, 1 by default */
  constructor(limit: number, weightOf: (value: Value) => number = () => 1) {
    this.#limit = limit;
    this.#weightOf = weightOf;
  }

  /** Total weight of the entries. */
  get weight(): number {
    return this.#weight;
  }

  /** Sets a new limit and evicts what exceeds it. */
  resize(limit: number): void {
    this.#limit = limit;
    this.#evict();
  }

  /** The value, or undefined; counts as a use. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** @returns the value; it is kept even if its own weight exceeds the limit */
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

  /** @param kept key that is not evicted */
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
