/** Users and products by small numbers, because receipts can be millions and name one of each. */
export class Names {
  readonly #sql: SqlStorage;
  readonly #numbers = new Map<string, number>();
  readonly #names = new Map<number, string>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    for (const row of sql.exec<{ number: number; name: string }>('SELECT number, name FROM names'))
      this.#keep(row.name, row.number);
  }

  /**
   * @returns 0, which names nobody, for a name that has no number; with `enrol` it is given one.
   */
  find(name: string, enrol?: 'enrol'): number {
    const known = this.#numbers.get(name);
    if (known !== undefined || !enrol) return known ?? 0;
    const number = this.#numbers.size + 1;
    this.#sql.exec('INSERT INTO names VALUES (?, ?)', number, name);
    this.#keep(name, number);
    return number;
  }

  nameOf(number: number): string {
    return this.#names.get(number) ?? '';
  }

  /** Binary key of a lookup, as hex: the product's number in four bytes, then the input's hash. */
  lookupKey(lookup: string, enrol?: 'enrol'): string {
    const colon = lookup.lastIndexOf(':');
    return (
      this.find(lookup.slice(0, colon), enrol).toString(16).padStart(8, '0') +
      lookup.slice(colon + 1)
    );
  }

  #keep(name: string, number: number): void {
    this.#numbers.set(name, number);
    this.#names.set(number, name);
  }
}
