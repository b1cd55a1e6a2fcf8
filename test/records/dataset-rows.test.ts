import { describe, expect, it } from 'vitest';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { parseRecord } from '../../src/records/rows.ts';

/** The row as it is stored, or why it is refused. */
function imported(dataset: string, columns: object): Record<string, unknown> | string {
  const known = RECORD_DATASETS[dataset];
  if (!known) throw new Error(`no data set ${dataset}`);
  try {
    return parseRecord(known, columns as Record<string, unknown>).row;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('rows without a name', () => {
  const NETWORK = { network: '192.0.2.0/24', city: 'Berkeley' };
  const OWNER = { email: 'ada@example.com', city: 'Reno', company_name: 'Example' };
  it.each([
    ['networks', NETWORK, ['company_name', 'company_domain', 'last_name', 'email']],
    ['email_owners', OWNER, ['first_name', 'last_name']],
    ['caller_names', { phone_number: '+12125550101' }, ['name', 'company_name']],
  ])('of %s are refused, and say which columns name', (dataset, row, columns) => {
    expect(imported(dataset, row)).toBe(`row: has no name: fill one of ${columns.join(', ')}`);
    for (const column of columns) {
      const cell = column === 'email' ? 'ada@example.com' : 'Example';
      expect(imported(dataset, { ...row, [column]: cell }), column).toMatchObject(row);
    }
  });
});
