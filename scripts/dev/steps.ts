/** A step that ends sooner is printed when it has ended, and not when it begins. */
const QUIET_MS = 300;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Tells which of a known number of steps is under way, and how long each took. */
export class Steps {
  readonly #total: number;
  #begun = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /** Runs one step. Its work may say in between how far it is. */
  async run<T>(name: string, work: (note: (text: string) => void) => Promise<T>): Promise<T> {
    this.#begun += 1;
    const startedAt = performance.now();
    const label = `[${this.#begun}/${this.#total}] ${name}`;
    let isTold = false;
    const begins = () => {
      if (!isTold) console.log(`${label} …`);
      isTold = true;
    };
    const timer = setTimeout(begins, QUIET_MS);
    try {
      const result = await work((text) => {
        begins();
        console.log(`${label}: ${text} (${seconds(performance.now() - startedAt)})`);
      });
      console.log(`${label}: done in ${seconds(performance.now() - startedAt)}`);
      return result;
    } finally {
      clearTimeout(timer);
    }
  }
}
