// Accuracy of the answers: a figure for each area against its goal. A file of bench/truth/ that is
// run by itself also prints every mistake. Run `npm run data` first.
import { Areas } from './truth/areas.ts';
import { measureColumns } from './truth/columns.ts';
import { measureConverters } from './truth/converters.ts';
import { measureCsv } from './truth/csv.ts';
import { measureDrifters } from './truth/drifters.ts';
import { measureEmail } from './truth/email.ts';
import { measureFresh } from './truth/fresh.ts';
import { measureIp } from './truth/ip.ts';
import { measureMainContent } from './truth/main-content.ts';
import { measureMarkdown } from './truth/markdown.ts';
import { measureNames } from './truth/names.ts';
import { measurePhone } from './truth/phone.ts';
import { measurePilgrims } from './truth/pilgrims.ts';
import { measureSecond } from './truth/second.ts';
import { measureStrangers } from './truth/strangers.ts';
import { measureSuites } from './truth/suites.ts';
import { measureThin } from './truth/thin.ts';
import { measureThird } from './truth/third.ts';
import { measureTravellers } from './truth/travellers.ts';
import { measureWeb } from './truth/web.ts';

const areas = new Areas(false);
for (const measure of [
  measureWeb,
  measureMainContent,
  measureMarkdown,
  measureColumns,
  measureConverters,
  measureCsv,
  measureEmail,
  measureFresh,
  measureIp,
  measureNames,
  measurePhone,
  measureSecond,
  measureStrangers,
  measureSuites,
  measureThin,
  measureThird,
  measureTravellers,
  measureDrifters,
  measurePilgrims,
])
  await measure(areas);
areas.conclude();
