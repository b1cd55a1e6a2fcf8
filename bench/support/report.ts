/** A Markdown table with right-aligned figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}

/** Goals of a benchmark. A missed goal makes the process fail once everything is printed. */
export class Goals {
  readonly #missed: string[] = [];

  /** @param higher whether more is better */
  check(what: string, figure: number, goal: number, higher: boolean): string {
    const met = higher ? figure >= goal : figure <= goal;
    const told = `${what}: ${figure.toPrecision(3)}, goal ${higher ? 'at least' : 'at most'} ${goal}`;
    if (!met) this.#missed.push(told);
    return `- ${told}${met ? '' : ' **missed**'}`;
  }

  miss(what: string): string {
    this.#missed.push(what);
    return `- ${what} **missed**`;
  }

  /** Ends the process with 1 when any goal was missed. */
  conclude(): void {
    if (this.#missed.length === 0) return;
    console.error(`\nmissed:\n${this.#missed.map((what) => `  ${what}`).join('\n')}`);
    process.exitCode = 1;
  }
}
