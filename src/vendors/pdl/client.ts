import * as z from 'zod';
import type { World } from '../../lookup/world.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** Variables for the most rows of a search of people and of companies: every row is billed. */
export const PROSPECT_ROWS = 'PROSPECT_ROWS';
export const ACCOUNT_ROWS = 'ACCOUNT_ROWS';

/** Row limit set by the operator; the default unless it is a positive integer. */
export function maxRows(variable: string, byDefault: number, { outbound }: World): number {
  const rows = Number(outbound.settings.vars.get(variable) ?? byDefault);
  return Number.isInteger(rows) && rows > 0 ? rows : byDefault;
}

const refusal = z.object({ error: z.object({ type: z.string() }) });

/**
 * People and companies at work (docs.peopledatalabs.com, v5). "No record" is free; a search bills
 * every row it returns. A value that the plan does not include arrives as true or false: such
 * fields are parsed as `text`, `number` or `texts`, so that it never becomes data.
 */
export const PDL: Upstream = {
  name: 'PDL',
  hosts: ['api.peopledatalabs.com'],
  metered: 'answers',
  adds: 'people and companies at work, companies behind addresses. A search bills every row: `PROSPECT_ROWS` (10) and `ACCOUNT_ROWS` (25) are the most rows one answer asks for',
  needs: ['PDL_KEY'],
  reads: [PROSPECT_ROWS, ACCOUNT_ROWS],
  authenticate: (secret) => ({ headers: { 'X-Api-Key': secret('PDL_KEY') } }),
  // A missing path or gateway does not mean that the person is unknown.
  statuses: { 404: 'later' },
  envelope(body, status) {
    const read = refusal.safeParse(body);
    return status === 404 && read.data?.error.type === 'not_found' ? 'none' : undefined;
  },
};
