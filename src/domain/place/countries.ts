import * as z from 'zod';

/**
 * ISO 3166-1 code, continent, the country's time zone when it has only one (IANA zone.tab) or when
 * all of them keep the same time (Argentina, Cyprus, Germany, Malaysia, Palestine, Uzbekistan) or
 * one is the law (China), English name. Codes, names and continents are those of `countries-list`;
 * a test holds the table to that package.
 */
const TABLE = `
AC|AF||Ascension Island
AD|EU|Europe/Andorra|Andorra
AE|AS|Asia/Dubai|United Arab Emirates
AF|AS|Asia/Kabul|Afghanistan
AG|NA|America/Antigua|Antigua and Barbuda
AI|NA|America/Anguilla|Anguilla
AL|EU|Europe/Tirane|Albania
AM|AS|Asia/Yerevan|Armenia
AO|AF|Africa/Luanda|Angola
AQ|AN||Antarctica
AR|SA|America/Argentina/Buenos_Aires|Argentina
AS|OC|Pacific/Pago_Pago|American Samoa
AT|EU|Europe/Vienna|Austria
AU|OC||Australia
AW|NA|America/Aruba|Aruba
AX|EU|Europe/Mariehamn|Aland
AZ|AS|Asia/Baku|Azerbaijan
BA|EU|Europe/Sarajevo|Bosnia and Herzegovina
BB|NA|America/Barbados|Barbados
BD|AS|Asia/Dhaka|Bangladesh
BE|EU|Europe/Brussels|Belgium
BF|AF|Africa/Ouagadougou|Burkina Faso
BG|EU|Europe/Sofia|Bulgaria
BH|AS|Asia/Bahrain|Bahrain
BI|AF|Africa/Bujumbura|Burundi
BJ|AF|Africa/Porto-Novo|Benin
BL|NA|America/St_Barthelemy|Saint Barthelemy
BM|NA|Atlantic/Bermuda|Bermuda
BN|AS|Asia/Brunei|Brunei
BO|SA|America/La_Paz|Bolivia
BQ|NA|America/Kralendijk|Bonaire
BR|SA||Brazil
BS|NA|America/Nassau|Bahamas
BT|AS|Asia/Thimphu|Bhutan
BV|AN||Bouvet Island
BW|AF|Africa/Gaborone|Botswana
BY|EU|Europe/Minsk|Belarus
BZ|NA|America/Belize|Belize
CA|NA||Canada
CC|AS|Indian/Cocos|Cocos (Keeling) Islands
CD|AF||Democratic Republic of the Congo
CF|AF|Africa/Bangui|Central African Republic
CG|AF|Africa/Brazzaville|Republic of the Congo
CH|EU|Europe/Zurich|Switzerland
CI|AF|Africa/Abidjan|Ivory Coast
CK|OC|Pacific/Rarotonga|Cook Islands
CL|SA||Chile
CM|AF|Africa/Douala|Cameroon
CN|AS|Asia/Shanghai|China
CO|SA|America/Bogota|Colombia
CR|NA|America/Costa_Rica|Costa Rica
CU|NA|America/Havana|Cuba
CV|AF|Atlantic/Cape_Verde|Cabo Verde
CW|NA|America/Curacao|Curacao
CX|AS|Indian/Christmas|Christmas Island
CY|EU|Asia/Nicosia|Cyprus
CZ|EU|Europe/Prague|Czechia
DE|EU|Europe/Berlin|Germany
DJ|AF|Africa/Djibouti|Djibouti
DK|EU|Europe/Copenhagen|Denmark
DM|NA|America/Dominica|Dominica
DO|NA|America/Santo_Domingo|Dominican Republic
DZ|AF|Africa/Algiers|Algeria
EC|SA||Ecuador
EE|EU|Europe/Tallinn|Estonia
EG|AF|Africa/Cairo|Egypt
EH|AF|Africa/El_Aaiun|Western Sahara
ER|AF|Africa/Asmera|Eritrea
ES|EU||Spain
ET|AF|Africa/Addis_Ababa|Ethiopia
FI|EU|Europe/Helsinki|Finland
FJ|OC|Pacific/Fiji|Fiji
FK|SA|Atlantic/Stanley|Falkland Islands
FM|OC||Micronesia
FO|EU|Atlantic/Faeroe|Faroe Islands
FR|EU|Europe/Paris|France
GA|AF|Africa/Libreville|Gabon
GB|EU|Europe/London|United Kingdom
GD|NA|America/Grenada|Grenada
GE|AS|Asia/Tbilisi|Georgia
GF|SA|America/Cayenne|French Guiana
GG|EU|Europe/Guernsey|Guernsey
GH|AF|Africa/Accra|Ghana
GI|EU|Europe/Gibraltar|Gibraltar
GL|NA||Greenland
GM|AF|Africa/Banjul|Gambia
GN|AF|Africa/Conakry|Guinea
GP|NA|America/Guadeloupe|Guadeloupe
GQ|AF|Africa/Malabo|Equatorial Guinea
GR|EU|Europe/Athens|Greece
GS|AN|Atlantic/South_Georgia|South Georgia and the South Sandwich Islands
GT|NA|America/Guatemala|Guatemala
GU|OC|Pacific/Guam|Guam
GW|AF|Africa/Bissau|Guinea-Bissau
GY|SA|America/Guyana|Guyana
HK|AS|Asia/Hong_Kong|Hong Kong
HM|AN||Heard Island and McDonald Islands
HN|NA|America/Tegucigalpa|Honduras
HR|EU|Europe/Zagreb|Croatia
HT|NA|America/Port-au-Prince|Haiti
HU|EU|Europe/Budapest|Hungary
ID|AS||Indonesia
IE|EU|Europe/Dublin|Ireland
IL|AS|Asia/Jerusalem|Israel
IM|EU|Europe/Isle_of_Man|Isle of Man
IN|AS|Asia/Calcutta|India
IO|AS|Indian/Chagos|British Indian Ocean Territory
IQ|AS|Asia/Baghdad|Iraq
IR|AS|Asia/Tehran|Iran
IS|EU|Atlantic/Reykjavik|Iceland
IT|EU|Europe/Rome|Italy
JE|EU|Europe/Jersey|Jersey
JM|NA|America/Jamaica|Jamaica
JO|AS|Asia/Amman|Jordan
JP|AS|Asia/Tokyo|Japan
KE|AF|Africa/Nairobi|Kenya
KG|AS|Asia/Bishkek|Kyrgyzstan
KH|AS|Asia/Phnom_Penh|Cambodia
KI|OC||Kiribati
KM|AF|Indian/Comoro|Comoros
KN|NA|America/St_Kitts|Saint Kitts and Nevis
KP|AS|Asia/Pyongyang|North Korea
KR|AS|Asia/Seoul|South Korea
KW|AS|Asia/Kuwait|Kuwait
KY|NA|America/Cayman|Cayman Islands
KZ|AS||Kazakhstan
LA|AS|Asia/Vientiane|Laos
LB|AS|Asia/Beirut|Lebanon
LC|NA|America/St_Lucia|Saint Lucia
LI|EU|Europe/Vaduz|Liechtenstein
LK|AS|Asia/Colombo|Sri Lanka
LR|AF|Africa/Monrovia|Liberia
LS|AF|Africa/Maseru|Lesotho
LT|EU|Europe/Vilnius|Lithuania
LU|EU|Europe/Luxembourg|Luxembourg
LV|EU|Europe/Riga|Latvia
LY|AF|Africa/Tripoli|Libya
MA|AF|Africa/Casablanca|Morocco
MC|EU|Europe/Monaco|Monaco
MD|EU|Europe/Chisinau|Moldova
ME|EU|Europe/Podgorica|Montenegro
MF|NA|America/Marigot|Saint Martin
MG|AF|Indian/Antananarivo|Madagascar
MH|OC||Marshall Islands
MK|EU|Europe/Skopje|North Macedonia
ML|AF|Africa/Bamako|Mali
MM|AS|Asia/Rangoon|Myanmar
MN|AS||Mongolia
MO|AS|Asia/Macau|Macao
MP|OC|Pacific/Saipan|Northern Mariana Islands
MQ|NA|America/Martinique|Martinique
MR|AF|Africa/Nouakchott|Mauritania
MS|NA|America/Montserrat|Montserrat
MT|EU|Europe/Malta|Malta
MU|AF|Indian/Mauritius|Mauritius
MV|AS|Indian/Maldives|Maldives
MW|AF|Africa/Blantyre|Malawi
MX|NA||Mexico
MY|AS|Asia/Kuala_Lumpur|Malaysia
MZ|AF|Africa/Maputo|Mozambique
NA|AF|Africa/Windhoek|Namibia
NC|OC|Pacific/Noumea|New Caledonia
NE|AF|Africa/Niamey|Niger
NF|OC|Pacific/Norfolk|Norfolk Island
NG|AF|Africa/Lagos|Nigeria
NI|NA|America/Managua|Nicaragua
NL|EU|Europe/Amsterdam|Netherlands
NO|EU|Europe/Oslo|Norway
NP|AS|Asia/Katmandu|Nepal
NR|OC|Pacific/Nauru|Nauru
NU|OC|Pacific/Niue|Niue
NZ|OC||New Zealand
OM|AS|Asia/Muscat|Oman
PA|NA|America/Panama|Panama
PE|SA|America/Lima|Peru
PF|OC||French Polynesia
PG|OC||Papua New Guinea
PH|AS|Asia/Manila|Philippines
PK|AS|Asia/Karachi|Pakistan
PL|EU|Europe/Warsaw|Poland
PM|NA|America/Miquelon|Saint Pierre and Miquelon
PN|OC|Pacific/Pitcairn|Pitcairn Islands
PR|NA|America/Puerto_Rico|Puerto Rico
PS|AS|Asia/Hebron|Palestine
PT|EU||Portugal
PW|OC|Pacific/Palau|Palau
PY|SA|America/Asuncion|Paraguay
QA|AS|Asia/Qatar|Qatar
RE|AF|Indian/Reunion|Reunion
RO|EU|Europe/Bucharest|Romania
RS|EU|Europe/Belgrade|Serbia
RU|AS||Russia
RW|AF|Africa/Kigali|Rwanda
SA|AS|Asia/Riyadh|Saudi Arabia
SB|OC|Pacific/Guadalcanal|Solomon Islands
SC|AF|Indian/Mahe|Seychelles
SD|AF|Africa/Khartoum|Sudan
SE|EU|Europe/Stockholm|Sweden
SG|AS|Asia/Singapore|Singapore
SH|AF|Atlantic/St_Helena|Saint Helena
SI|EU|Europe/Ljubljana|Slovenia
SJ|EU|Arctic/Longyearbyen|Svalbard and Jan Mayen
SK|EU|Europe/Bratislava|Slovakia
SL|AF|Africa/Freetown|Sierra Leone
SM|EU|Europe/San_Marino|San Marino
SN|AF|Africa/Dakar|Senegal
SO|AF|Africa/Mogadishu|Somalia
SR|SA|America/Paramaribo|Suriname
SS|AF|Africa/Juba|South Sudan
ST|AF|Africa/Sao_Tome|Sao Tome and Principe
SV|NA|America/El_Salvador|El Salvador
SX|NA|America/Lower_Princes|Sint Maarten
SY|AS|Asia/Damascus|Syria
SZ|AF|Africa/Mbabane|Eswatini
TA|AF||Tristan da Cunha
TC|NA|America/Grand_Turk|Turks and Caicos Islands
TD|AF|Africa/Ndjamena|Chad
TF|AN|Indian/Kerguelen|French Southern Territories
TG|AF|Africa/Lome|Togo
TH|AS|Asia/Bangkok|Thailand
TJ|AS|Asia/Dushanbe|Tajikistan
TK|OC|Pacific/Fakaofo|Tokelau
TL|OC|Asia/Dili|East Timor
TM|AS|Asia/Ashgabat|Turkmenistan
TN|AF|Africa/Tunis|Tunisia
TO|OC|Pacific/Tongatapu|Tonga
TR|AS|Europe/Istanbul|Türkiye
TT|NA|America/Port_of_Spain|Trinidad and Tobago
TV|OC|Pacific/Funafuti|Tuvalu
TW|AS|Asia/Taipei|Taiwan
TZ|AF|Africa/Dar_es_Salaam|Tanzania
UA|EU||Ukraine
UG|AF|Africa/Kampala|Uganda
UM|OC||U.S. Minor Outlying Islands
US|NA||United States
UY|SA|America/Montevideo|Uruguay
UZ|AS|Asia/Tashkent|Uzbekistan
VA|EU|Europe/Vatican|Vatican City
VC|NA|America/St_Vincent|Saint Vincent and the Grenadines
VE|SA|America/Caracas|Venezuela
VG|NA|America/Tortola|British Virgin Islands
VI|NA|America/St_Thomas|U.S. Virgin Islands
VN|AS|Asia/Saigon|Vietnam
VU|OC|Pacific/Efate|Vanuatu
WF|OC|Pacific/Wallis|Wallis and Futuna
WS|OC|Pacific/Apia|Samoa
XK|EU||Kosovo
YE|AS|Asia/Aden|Yemen
YT|AF|Indian/Mayotte|Mayotte
ZA|AF|Africa/Johannesburg|South Africa
ZM|AF|Africa/Lusaka|Zambia
ZW|AF|Africa/Harare|Zimbabwe
`;

const CONTINENTS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    AF: 'Africa',
    AN: 'Antarctica',
    AS: 'Asia',
    EU: 'Europe',
    NA: 'North America',
    OC: 'Oceania',
    SA: 'South America',
  }),
);

export interface Country {
  code: string;
  name: string;
  continentCode: string;
  continent: string;
  /** IANA name; null when the country spans several zones. */
  soleTimezone: string | null;
}

export const COUNTRIES: ReadonlyMap<string, Country> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [code = '', continentCode = '', timezone = '', name = ''] = line.split('|');
      return [
        code,
        {
          code,
          name,
          continentCode,
          continent: CONTINENTS.get(continentCode) ?? '',
          soleTimezone: timezone || null,
        },
      ];
    }),
);

/** English name of a country, or null. @param code ISO 3166-1 alpha-2 */
export const countryName = (code: string | null): string | null =>
  code === null ? null : (COUNTRIES.get(code)?.name ?? null);

const CODES: ReadonlyMap<string, string> = new Map([
  ...[...COUNTRIES.values()].map(({ code, name }): [string, string] => [name.toLowerCase(), code]),
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
]);

/** The country a text names, by code or English name; null for none. @returns ISO 3166-1 alpha-2 */
export function countryCodeOf(text: string): string | null {
  const plain = text.trim();
  return COUNTRIES.has(plain.toUpperCase())
    ? plain.toUpperCase()
    : (CODES.get(plain.toLowerCase()) ?? null);
}

/** Field of a request: ISO 3166-1 alpha-2 in any case; US where none is given. */
export const countryOrUs = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'must be a two-letter country code, such as DE')
  .nullish()
  .transform((code) => code ?? 'US');
