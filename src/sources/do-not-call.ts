import { type Listing, listingOf } from '../core/listing.ts';
import type { Source } from '../core/lookup/source.ts';
import { whenKnown } from '../core/lookup/when-known.ts';
import { recordsOf } from './records-of.ts';

/** The imported Do Not Call registry alone, by number in E.164: what others say of a number may be old. */
export const doNotCall: Source<string, Listing> = {
  name: 'do_not_call',
  label: 'do_not_call_registry',
  ...recordsOf('do_not_call'),
  ask: (e164, { records }) =>
    whenKnown(records.find(['do_not_call'], e164), (answers) => listingOf(answers.do_not_call)),
};
