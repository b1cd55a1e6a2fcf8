import type { Service } from '../support/service.ts';
import type { Delays, Seen, Counts as Totals } from './worker/meter.ts';

export interface Taken {
  totals: Totals;
  /** By entry point. */
  seen: Record<string, Seen>;
  /** Limits that were exceeded. */
  broken: string[];
}

const control = async (service: Service, path: string, body: unknown = {}) => {
  const response = await fetch(`${service.origin}/__${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
};

/** Counts since the last reading. */
export const take = (service: Service): Promise<Taken> =>
  control(service, 'taken') as Promise<Taken>;

export const delay = (service: Service, delays: Delays) => control(service, 'delays', delays);

/** Runs cron once. */
export const runCron = (service: Service) => control(service, 'cron');

/**
 * Advances an account's clock by eight days: its lines move to the history, its receipts expire and
 * are deleted.
 */
export const age = (service: Service, organization: string) =>
  control(service, 'age', { organization });
