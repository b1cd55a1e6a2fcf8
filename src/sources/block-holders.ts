import type { Source } from '../core/lookup/source.ts';
import type { PhoneNumber } from '../core/phone/number.ts';
import type { BlockHolder } from '../core/phone/number-plan.ts';

/**
 * Who held the number's block of 10,000 when the table was made. Null: not assigned then, or
 * shared.
 */
export const blockHolders: Source<PhoneNumber, BlockHolder> = {
  name: 'block_holders',
  label: 'number_block_assignments',
  kind: 'compiled',
  version: (world) => world.shippedTables,
  available: () => true,
  ask: (number, world) =>
    number.usOrCanada && number.valid ? world.blockHolders.find(number.national) : null,
};
