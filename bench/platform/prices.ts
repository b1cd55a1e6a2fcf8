// List prices of Workers Paid beyond the included amounts, November 2026. USD per million unless
// stated otherwise.
import type { Counts } from './worker/meter.ts';

/** An object is billed for 128 MB while it cannot sleep. */
const OBJECT_GB = 0.128;

interface Price {
  usd: number;
  /** Billed units per counted one. */
  units?: number;
  source: string;
}

const WORKERS = 'Workers, "Pricing"';
const OBJECTS = 'Durable Objects, "Pricing"';
const D1 = 'D1, "Pricing"';
const KV = 'KV, "Pricing"';
const R2 = 'R2, "Pricing"';

export const PRICES = {
  requests: { usd: 0.3, source: `${WORKERS}: requests` },
  cpuMs: { usd: 0.02, source: `${WORKERS}: CPU milliseconds` },
  objectRequests: { usd: 0.15, source: `${OBJECTS}: requests, RPC calls and alarms` },
  objectActiveMs: { usd: 12.5, units: OBJECT_GB / 1_000, source: `${OBJECTS}: duration, GB-s` },
  objectRowsRead: { usd: 0.001, source: `${OBJECTS}: SQLite rows read` },
  objectRowsWritten: { usd: 1, source: `${OBJECTS}: SQLite rows written, setAlarm included` },
  d1RowsRead: { usd: 0.001, source: `${D1}: rows read` },
  d1RowsWritten: { usd: 1, source: `${D1}: rows written` },
  kvReads: { usd: 0.5, source: `${KV}: keys read` },
  kvWrites: { usd: 5, source: `${KV}: keys written or deleted` },
  r2ClassA: { usd: 4.5, source: `${R2}: Class A operations` },
  r2ClassB: { usd: 0.36, source: `${R2}: Class B operations` },
  queueOperations: { usd: 0.4, source: 'Queues, "Pricing": operations' },
} as const satisfies Partial<Record<keyof Counts | 'cpuMs', Price>>;

export type Priced = keyof typeof PRICES;
export type Amounts = Readonly<Partial<Record<Priced, number>>>;

/** @returns USD by item, for a million times these amounts */
export function costOfAMillion(amounts: Amounts): Map<Priced, number> {
  return new Map(
    Object.entries(PRICES).flatMap(([name, price]): [Priced, number][] => {
      const amount = amounts[name as Priced] ?? 0;
      const { usd, units = 1 }: Price = price;
      return amount > 0 ? [[name as Priced, amount * units * usd]] : [];
    }),
  );
}
