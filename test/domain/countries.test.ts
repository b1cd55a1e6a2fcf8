import { expect, it } from 'vitest';
import { COUNTRIES, countryCodeOf } from '../../src/domain/place/countries.ts';

it.each([
  ...[...COUNTRIES.values()].map(({ code, name }) => [name, code]),
  ...[' us ', 'USA', 'U.S.A.', 'the united states'].map((text) => [text, 'US']),
  ...['turkey', 'Türkiye'].map((text) => [text, 'TR']),
  ...['bonaire', 'Bonaire, Sint Eustatius and Saba', 'caribbean netherlands'].map((text) => [
    text,
    'BQ',
  ]),
  ...['macau', 'Macao'].map((text) => [text, 'MO']),
  ...['curaçao', 'Curacao'].map((text) => [text, 'CW']),
  ...['réunion', 'Reunion'].map((text) => [text, 'RE']),
  ...['cape verde', 'Cabo Verde'].map((text) => [text, 'CV']),
  ...['são tomé and príncipe', 'São Tomé & Príncipe'].map((text) => [text, 'ST']),
  ...["côte d'ivoire", 'Côte d’Ivoire', 'ivory coast'].map((text) => [text, 'CI']),
  ...['timor-leste', 'East Timor'].map((text) => [text, 'TL']),
  ...['South Korea', 'Korea, Republic of', 'Republic of Korea'].map((text) => [text, 'KR']),
  ...[
    ['swaziland', 'SZ'],
    ['macedonia', 'MK'],
    ['czech republic', 'CZ'],
    ['the gambia', 'GM'],
  ],
  ...[
    ['the bahamas', 'BS'],
    ['the netherlands', 'NL'],
    ['åland islands', 'AX'],
    ['', null],
  ],
  ...[
    ['Georgia, United States', null],
    ['the', null],
    ['Turkey Hill', null],
  ],
])('the country %j is %s', (text, code) => {
  expect(countryCodeOf(text as string)).toBe(code);
});
