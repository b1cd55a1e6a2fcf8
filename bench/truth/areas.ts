/** A measured area of answers. */
interface Area {
  name: string;
  figure: string;
  goal: string;
  /** Null when the figure has no goal. */
  met: boolean | null;
}

/** In percent. */
type Goal = { atLeast: number } | { atMost: number };

export const percent = (part: number, whole: number): string =>
  `${((100 * part) / whole).toFixed(2)} %`;

/**
 * Collects a figure for each area, notes on it, and its single mistakes, which are printed only
 * when a file is run by itself.
 */
export class Areas {
  readonly #areas: Area[] = [];
  readonly #notes: string[] = [];
  readonly #showsDetails: boolean;

  constructor(showsDetails: boolean) {
    this.#showsDetails = showsDetails;
  }

  share(name: string, part: number, whole: number, goal: Goal | null): void {
    const figure = `${percent(part, whole)} (${part} of ${whole})`;
    const share = (100 * part) / whole;
    if (!goal) this.#areas.push({ name, figure, goal: '', met: null });
    else if ('atLeast' in goal)
      this.#add(name, figure, `at least ${goal.atLeast} %`, share >= goal.atLeast);
    else this.#add(name, figure, `at most ${goal.atMost} %`, share <= goal.atMost);
  }

  count(name: string, figure: string, goal: string, met: boolean): void {
    this.#add(name, figure, goal, met);
  }

  missing(name: string, why: string): void {
    this.#areas.push({ name, figure: why, goal: '', met: null });
  }

  note(line: string): void {
    this.#notes.push(line);
  }

  detail(line: string): void {
    if (this.#showsDetails) console.log(line);
  }

  /** Prints the table; a missed goal makes the process fail. */
  conclude(): void {
    const width = (of: keyof Omit<Area, 'met'>) =>
      Math.max(...this.#areas.map((area) => area[of].length));
    const [names, figures, goals] = [width('name'), width('figure'), width('goal')];
    for (const { name, figure, goal, met } of this.#areas) {
      const verdict = met === null ? '' : met ? 'met' : 'MISSED';
      const cells = [name.padEnd(names), figure.padEnd(figures), goal.padEnd(goals), verdict];
      console.log(cells.join('  ').trimEnd());
    }
    if (this.#notes.length > 0) console.log(`\n${this.#notes.join('\n')}`);
    if (this.#areas.some(({ met }) => met === false)) process.exitCode = 1;
  }

  #add(name: string, figure: string, goal: string, met: boolean): void {
    this.#areas.push({ name, figure, goal, met });
  }
}

/** Measures one file of this folder and prints its areas with every mistake. */
export async function runAlone(measure: (areas: Areas) => void | Promise<void>): Promise<void> {
  const areas = new Areas(true);
  await measure(areas);
  areas.conclude();
}
