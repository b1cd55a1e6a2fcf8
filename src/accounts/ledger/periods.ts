/** Unused subscription credits roll over for three months (contract, "Billing details"). */
const ROLLOVER_MONTHS = 3;

export interface Period {
  plan: string;
  /** Milliseconds since the epoch; identifies the period. */
  start: number;
  end: number;
  granted: number;
}

/** Adds calendar months in UTC; a day that the target month lacks becomes its last day. */
export function addMonths(at: number, months: number): number {
  const from = new Date(at);
  const to = new Date(at);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}

export const rolloverEnd = (periodEnd: number): number => addMonths(periodEnd, ROLLOVER_MONTHS);
