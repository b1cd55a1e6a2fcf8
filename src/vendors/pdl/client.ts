import * as z from 'zod';
import type { World } from '../../lookup/world.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** Rows a search of people and one of companies ask for at most: every row is billed. */
export const PROSPECT_ROWS = 'PROSPECT_ROWS';
export const ACCOUNT_ROWS = 'ACCOUNT_ROWS';

/** What the operator allows; the default for what is no number above zero. */
export function maxRows(variable: string, byDefault: number, { outbound }: World): number {
  const rows = Number(outbound.settings.vars.get(variable) ?? byDefault);
  return Number.isInteger(rows) && rows > 0 ? rows : byDefault;
}

const refusal = z.object({ error: z.object({ type: z.string() }) });

/**
 * People and companies at work (docs.peopledatalabs.com, v5). No record is free; a search bills
 * every row it returns. What the plan does not include arrives as true or false in place of the
 * value: fields of it are read as `text`, `number` or `texts`, so that it is never data.
 */
export const PDL: Upstream = {
  name: 'PDL',
  hosts: ['api.peopledatalabs.com'],
  metered: 'answers',
  adds: 'people and companies at work, companies behind addresses. A search bills every row: `PROSPECT_ROWS` (10) and `ACCOUNT_ROWS` (25) are the most rows one answer asks for',
  needs: ['PDL_KEY'],
  reads: [PROSPECT_ROWS, ACCOUNT_ROWS],
  authenticate: (secret) => ({ headers: { 'X-Api-Key': secret('PDL_KEY') } }),
  // A path or a gateway that is not there says nothing of the person asked for.
  statuses: { 404: 'later' },
  envelope(body, status) {
    const read = refusal.safeParse(body);
    return status === 404 && read.data?.error.type === 'not_found' ? 'none' : undefined;
  },
};
