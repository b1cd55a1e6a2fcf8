// The compiled tables that travel in the bundle. Only the composition root imports this: readers
// take bytes.

import disposable from '../compiled/domains/disposable.bin';
import free from '../compiled/domains/free.bin';
import rdap from '../compiled/domains/rdap.bin';
import roles from '../compiled/domains/roles.bin';
import blockHolders from '../compiled/phone/block-holders.bin';
import carriers from '../compiled/phone/carriers.bin';
import countries from '../compiled/phone/countries.bin';
import geocodes from '../compiled/phone/geocodes.bin';
import timezones from '../compiled/phone/timezones.bin';
import version from '../compiled/version.bin';

export const shippedTables = {
  version: new TextDecoder().decode(version),
  numberPlan: { geocodes, carriers, timezones, countries },
  blockHolders,
  domainLists: { disposable, free, roles },
  rdap,
};
