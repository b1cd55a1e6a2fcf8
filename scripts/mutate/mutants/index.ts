import type { Mutant, Room } from '../mutant.ts';
import { billing } from './billing.ts';
import { bulk } from './bulk.ts';
import { feeds } from './feeds.ts';
import { archive, ledger, periods } from './ledger.ts';
import { monitors } from './monitors.ts';
import { pipeline } from './pipeline.ts';

/** Every mutant, by room. */
export const rooms: readonly Room[] = [
  ...[ledger, periods, archive, pipeline, bulk, billing, monitors, feeds],
];

/** All of them in one row: a mutant's place is what test files ask for it by. */
export const mutants: readonly Mutant[] = rooms.flatMap((room) => room.mutants);
