// Accuracy of the answers: a figure for each area against its goal. A file of bench/truth/ that is
// run by itself also prints every mistake. Run `npm run data` first.
import { measureAddresses } from './truth/addresses.ts';
import { Areas } from './truth/areas.ts';
import { measureCaptions } from './truth/captions.ts';
import { measureColumns } from './truth/columns.ts';
import { measureCompanies } from './truth/companies.ts';
import { measureContacts } from './truth/contacts.ts';
import { measureConverters } from './truth/converters.ts';
import { measureCsv } from './truth/csv.ts';
import { measureDrifters } from './truth/drifters.ts';
import { measureEmail } from './truth/email.ts';
import { measureIp } from './truth/ip.ts';
import { measureMainContent } from './truth/main-content.ts';
import { measureMariners } from './truth/mariners.ts';
import { measureMarkdown } from './truth/markdown.ts';
import { measureNames } from './truth/names.ts';
import { measurePhone } from './truth/phone.ts';
import { measurePilgrims } from './truth/pilgrims.ts';
import { measureProfiles } from './truth/profiles.ts';
import { measureSettlers } from './truth/settlers.ts';
import { measureStrangers } from './truth/strangers.ts';
import { measureThin } from './truth/thin.ts';
import { measureTravellers } from './truth/travellers.ts';
import { measureTypos } from './truth/typos.ts';
import { measureVoyagers } from './truth/voyagers.ts';
import { measureWayfarers } from './truth/wayfarers.ts';
import { measureWhois } from './truth/whois.ts';

const areas = new Areas(false);
for (const measure of [
  measureWhois,
  measureContacts,
  measureMainContent,
  measureMarkdown,
  measureConverters,
  measureCaptions,
  measureCsv,
  measureColumns,
  measureProfiles,
  measureEmail,
  measureTypos,
  measurePhone,
  measureNames,
  measureAddresses,
  measureCompanies,
  measureIp,
  measureStrangers,
  measureTravellers,
  measureDrifters,
  measurePilgrims,
  measureSettlers,
  measureWayfarers,
  measureVoyagers,
  measureMariners,
  measureThin,
])
  await measure(areas);
areas.conclude();
