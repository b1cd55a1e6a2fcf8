import { readFileSync } from 'node:fs';
import type { World } from '../../src/lookup/world.ts';
import { createBlockHolders } from '../../src/open-data/phone/block-holders.ts';
import { createNumberPlan } from '../../src/open-data/phone/number-plan.ts';

function table(name: string): ArrayBuffer {
  const file = readFileSync(`compiled/phone/${name}.bin`);
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
}

/** The compiled phone tables, opened as the Worker opens them. */
export function openPhoneTables(): Pick<World, 'numberPlan' | 'blockHolders'> {
  const [geocodes, carriers, timezones, countries] = [
    'geocodes',
    'carriers',
    'timezones',
    'countries',
  ].map(table) as [ArrayBuffer, ArrayBuffer, ArrayBuffer, ArrayBuffer];
  return {
    numberPlan: createNumberPlan({ geocodes, carriers, timezones, countries }),
    blockHolders: createBlockHolders(table('block-holders')),
  };
}
