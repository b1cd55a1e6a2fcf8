import { expect, it } from 'vitest';
import { findContacts } from '../../../src/web-reader/contacts/contacts.ts';
import { readContents } from '../../../src/web-reader/contacts/contents-reader.ts';
import { findPhones } from '../../../src/web-reader/contacts/phones.ts';

const numbersIn = (text: string, country: Parameters<typeof findPhones>[1]) =>
  findPhones(text, country).map(({ number }) => number);

it.each([
  ['Ph: 0291-2741836/37/38', 'IN', ['+912912741836', '+912912741837', '+912912741838']],
  ['Tél. : 05.22.74.18.36 / 37', 'MA', ['+212522741836', '+212522741837']],
  ['Tels. 33 3624 8371 y 72', 'MX', ['+523336248371', '+523336248372']],
  ['(303) 417-3862/63', 'US', ['+13034173862', '+13034173863']],
  ['Tel. 0621/79 63 84/85', 'DE', ['+49621796384', '+49621796385']],
  ['0621/79 63 84 oder -85', 'DE', ['+49621796384', '+49621796385']],
  ['0711 248 37-11, -140', 'DE', ['+497112483711', '+4971124837140']],
  ['Tel: 0113 2174836/7', 'GB', ['+441132174836', '+441132174837']],
  ['tel. 0522/618347 - 618352', 'IT', ['+390522618347', '+390522618352']],
  ['Tél. 02 99 36 74 18/52', 'FR', ['+33299367418']],
  ['Tel. +36 62 741-836/114 mellék', 'HU', ['+3662741836']],
  ['(303) 417-3862, 9', 'US', ['+13034173862']],
  ['Tel. 0621 796384 24/7', 'DE', ['+49621796384']],
  // The first of a range of lines, whose last is written by one digit.
  ['0-2230-8491-5 (ฝ่าย IT)', 'TH', ['+6622308491']],
  ['02-230-8491-1', 'TH', []],
] as const)('reads the last digits of lines that count on: %s', (text, country, numbers) => {
  expect(numbersIn(text, country)).toEqual(numbers);
});

it.each([
  ['02 99 36 74 18 06 87 42 19 53', 'FR', ['+33299367418', '+33687421953']],
  ['0621/796384 0171/6384172', 'DE', ['+49621796384', '+491716384172']],
  [
    'Tel/Fax: 075-6741836 06-54 61 74 18 06-30 53 74 18',
    'NL',
    ['+31756741836', '+31654617418', '+31630537418'],
  ],
  [
    'Tél. 02 99 36 74 18 06 87 42 19 53 07 81 33 74 18',
    'FR',
    ['+33299367418', '+33687421953', '+33781337418'],
  ],
  [
    'Tel. 030 796384 0171 6384172 0160 98741836',
    'DE',
    ['+4930796384', '+491716384172', '+4916098741836'],
  ],
  ['68 417 38 26 602 741 836', 'PL', ['+48684173826', '+48602741836']],
  ['19 3741-8362 19 98741-8362', 'BR', ['+551937418362', '+5519987418362']],
  ['8-831-274-18-36 8-910-741-83-62', 'RU', ['+78312741836', '+79107418362']],
  ['Mo-Do 8-12 07252 / 41 73 82', 'AT', ['+437252417382']],
  ['8:00-12:00 07252 / 41 73 82', 'AT', ['+437252417382']],
  ['Tel. 07252 / 41 73 82 8-12 Uhr', 'AT', ['+437252417382']],
  ['02 99 36 74 18 9h30-12h30', 'FR', ['+33299367418']],
  ['24h/24 7j/7 02 99 36 74 18', 'FR', ['+33299367418']],
  ['68 417 38 26 8-16', 'PL', ['+48684173826']],
  ['Suite 200 303-417-3862', 'US', ['+13034173862']],
  ['Realtor, DRE# 01234567 303-417-3862', 'US', ['+13034173862']],
  ['Gratisnummer 0800 123 456', 'CH', ['+41800123456']],
  ['(303) 417-3862 80212', 'US', ['+13034173862']],
  ['4173 0262 9405 1738', 'DE', []],
  ['5 038587 222583', 'DE', []],
  ['684 202 228 627 330 805', 'ES', []],
  ['03.37 18.02 01.30 05.31 12.17 12.20', 'DE', []],
] as const)('parts digits with a blank alone between them: %s', (text, country, numbers) => {
  expect(numbersIn(text, country)).toEqual(numbers);
});

it.each([
  ['976·41·73·86', 'ES', '+34976417386'],
  ['604•741•3826', 'CA', '+16047413826'],
  ['Tel. (0 26 41) 9 74 18-3', 'DE', '+492641974183'],
  ['(831) 274-18-36', 'RU', '+78312741836'],
  ['91-94141-73826', 'IN', '+919414173826'],
  ['585 741 836 linka 12', 'CZ', '+420585741836'],
  ['Fone: (0xx71) 3241-7382', 'BR', '+557132417382'],
  ['تلفن: 88741836-021', 'IR', '+982188741836'],
  ['Tél : 0596 51 37 84', 'FR', '+596596513784'],
  ['0696 27 41 83', 'FR', '+596696274183'],
  ['02 62 41 73 82', 'FR', '+262262417382'],
  ['05 08 41 28 73', 'FR', '+508412873'],
  ['Mexico: 800 417 3826', 'US', '+528004173826'],
  ['United Kingdom\n020 3417 3826', 'US', '+442034173826'],
  ['Jordan: 801-417-3826', 'US', '+18014173826'],
] as const)('reads a number as it is written there: %s', (text, country, number) => {
  expect(numbersIn(text, country)).toEqual([number]);
});

it.each([
  ['2026/19408', 'CZ'],
  ['514352/26', 'NO'],
  ['(14.07.–01.08.)', 'AT'],
  ['41:22 (15:28) 14-40-28', 'DK'],
  ['Konto 301-0184-2730-61', 'KR'],
] as const)('reads no record, days or results as a telephone: %s', (text, country) => {
  expect(numbersIn(text, country)).toEqual([]);
});

it.each([
  '<p id="t"></p><script>t.innerHTML = "Appelez le 06 74 18 36 92";</script>',
  '<meta name="description" content="Plombier, tél. 06 74 18 36 92">',
])('reads a number in pairs that the page does not show: %s', async (html) => {
  const page = { url: 'https://exemple.fr/', contents: await readContents([html]) };
  expect(findContacts([page], 'exemple.fr').phones).toEqual(['+33674183692']);
});

it.each([
  ['Call 1300 TAXICAB today', 'AU', '+611300829422'],
  ['Call 1800 FLOWERS today', 'AU', '+611800356937'],
  ['Call 1800 FLOWERS today', 'IE', '+3531800356937'],
  ['Call 1800 FLOWERS today', 'US', '+18003569377'],
  ['Call 1-800-FLOWERS today', 'US', '+18003569377'],
] as const)('dials the letters of "%s" by the plan of %s', (text, country, number) => {
  expect(findPhones(text, country).map((found) => found.number)).toEqual([number]);
});
