import { UnusableInput } from '../../lib/inputs.ts';
import { zip5 } from './zip.ts';

// USPS Publication 28, Postal Addressing Standards: appendix C1 (street suffixes and their common
// spellings) and C2 (secondary unit designators). The postal abbreviation stands first.

const SUFFIXES = `
ALY ALLEY ALLEE ALLY|ANX ANNEX ANNX ANEX|ARC ARCADE|AVE AVENUE AV AVEN AVENU AVN AVNUE
BYU BAYOU BAYOO|BCH BEACH
BND BEND|BLF BLUFF BLUF|BTM BOTTOM BOT BOTTM|BLVD BOULEVARD BOUL BOULV|BR BRANCH BRNCH
BRG BRIDGE BRDGE|BRK BROOK
BYP BYPASS BYPA BYPAS BYPS|CP CAMP CMP|CYN CANYON CANYN CNYN|CPE CAPE|CSWY CAUSEWAY CAUSWA
CTR CENTER CEN CENT CENTR CENTRE CNTER CNTR|CIR CIRCLE CIRC CIRCL CRCL CRCLE|CLF CLIFF|CLFS CLIFFS
CLB CLUB|CMN COMMON|CMNS COMMONS|FALL|LAND|MALL|MEWS|PASS|ROW|RUE|RUN|WALL|XRD CROSSROAD
XRDS CROSSROADS
COR CORNER|CORS CORNERS|CRSE COURSE|CT COURT|CTS COURTS|CV COVE|CRK CREEK|CRES CRESCENT CRSENT CRSNT
XING CROSSING CRSSNG
DL DALE|DM DAM|DV DIVIDE DIV DVD|DR DRIVE DRIV DRV|EST ESTATE|ESTS ESTATES
EXPY EXPRESSWAY EXP EXPR EXPRESS EXPW
EXT EXTENSION EXTN EXTNSN|FLS FALLS|FRY FERRY FRRY|FLD FIELD|FLDS FIELDS|FLT FLAT|FLTS FLATS
FRD FORD|FRST FOREST FORESTS
FRG FORGE FORG|FRK FORK|FRKS FORKS|FT FORT FRT|FWY FREEWAY FREEWY FRWAY FRWY
GDN GARDEN GARDN GRDEN GRDN
GDNS GARDENS GRDNS|GTWY GATEWAY GATEWY GATWAY GTWAY|GLN GLEN|GRN GREEN|GRV GROVE GROV
HBR HARBOR HARB HARBR HRBOR
HVN HAVEN|HTS HEIGHTS HT|HWY HIGHWAY HIGHWY HIWAY HIWY HWAY|HL HILL|HLS HILLS
HOLW HOLLOW HLLW HOLLOWS HOLWS
INLT INLET|IS ISLAND ISLND|ISS ISLANDS ISLNDS|ISLE ISLES|JCT JUNCTION JCTION JCTN JUNCTN JUNCTON
KY KEY|KNL KNOLL KNOL
KNLS KNOLLS|LK LAKE|LKS LAKES|LNDG LANDING LNDNG|LN LANE|LGT LIGHT|LDG LODGE LDGE LODG|LOOP LOOPS
MNR MANOR|MNRS MANORS
MDW MEADOW|MDWS MEADOWS MEDOWS|ML MILL|MLS MILLS|MSN MISSION MISSN MSSN|MTWY MOTORWAY|MT MOUNT MNT
MTN MOUNTAIN MNTAIN MNTN MOUNTIN MTIN
NCK NECK|ORCH ORCHARD ORCHRD|OVAL OVL|OPAS OVERPASS|PARK PRK|PKWY PARKWAY PARKWY PKWAY PKY
PSGE PASSAGE|PATH PATHS|PIKE PIKES
PNE PINE|PNES PINES|PL PLACE|PLN PLAIN|PLNS PLAINS|PLZ PLAZA PLZA|PT POINT|PTS POINTS|PRT PORT
PR PRAIRIE PRR
RADL RADIAL RAD RADIEL|RNCH RANCH RANCHES RNCHS|RPDS RAPIDS|RST REST|RDG RIDGE RDGE
RIV RIVER RVR RIVR|RD ROAD|RDS ROADS|RTE ROUTE
SHL SHOAL|SHLS SHOALS|SHR SHORE SHOAR|SHRS SHORES SHOARS|SKWY SKYWAY|SPG SPRING SPNG SPRNG
SPGS SPRINGS SPNGS SPRNGS
SPUR SPURS|SQ SQUARE SQR SQRE SQU|SQS SQUARES|STA STATION STATN STN
STRA STRAVENUE STRAV STRAVEN STRAVN|STRM STREAM STREME
ST STREET STRT STR SAINT|STS STREETS|SMT SUMMIT SUMIT SUMITT|TER TERRACE TERR|TRWY THROUGHWAY
TRCE TRACE TRACES
TRAK TRACK TRACKS TRK TRKS|TRFY TRAFFICWAY|TRL TRAIL TRAILS TRLS
TUNL TUNNEL TUNEL TUNLS TUNNELS TUNNL
TPKE TURNPIKE TRNPK TURNPK|UPAS UNDERPASS|UN UNION|VLY VALLEY VALLY VLLY|VLYS VALLEYS
VIA VIADUCT VDCT VIADCT|VW VIEW|VWS VIEWS
VLG VILLAGE VILL VILLAG VILLG VILLIAGE|VLGS VILLAGES|VL VILLE|VIS VISTA VIST VST VSTA|WALK WALKS
WAY WY|WL WELL|WLS WELLS`;

const spellingTable = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/[|\n]/)
      .flatMap((group) => {
        const [short, ...spellings] = group.trim().split(' ') as [string, ...string[]];
        return [short, ...spellings].map((word) => [word, short] as const);
      }),
  );

/**
 * Spelling → postal abbreviation, capitals. SAINT is among them: St James and Saint James are one
 * street.
 */
export const STREET_SUFFIXES = spellingTable(SUFFIXES);

/** Spelling → directional (Publication 28, section 233). */
const DIRECTIONALS = spellingTable(`
N NORTH NO|S SOUTH SO|E EAST|W WEST|NE NORTHEAST|NW NORTHWEST|SE SOUTHEAST|SW SOUTHWEST`);

/** Streets named by a number word. */
const ORDINALS = spellingTable(`
1ST FIRST|2ND SECOND|3RD THIRD|4TH FOURTH|5TH FIFTH|6TH SIXTH|7TH SEVENTH|8TH EIGHTH|9TH NINTH
10TH TENTH
11TH ELEVENTH|12TH TWELFTH`);

/**
 * Designators that any identifier follows and that say nothing themselves: APT 4 and UNIT 4 are
 * one.
 */
const PLAIN_UNITS = spellingTable('APT APARTMENT|STE SUITE|UNIT|#');

/** Designators that a numbered identifier follows. */
const NUMBERED_UNITS = spellingTable(`
BLDG BUILDING|DEPT DEPARTMENT|FL FLOOR FLR|HNGR HANGAR HANGER|LOT|PIER|RM ROOM|SLIP|SPC SPACE|STOP
TRLR TRAILER`);

/** Designators that nothing follows. */
const BARE_UNITS = spellingTable(`
BSMT BASEMENT|FRNT FRONT|LBBY LOBBY|LOWR LOWER|OFC OFFICE|PH PENTHOUSE|REAR|SIDE|UPPR UPPER`);

const MAX_LINE_CHARS = 200;

/** The first line of an address in its postal spelling. */
export interface StreetLine {
  /** Capitals: `120 N MAIN ST NW`. */
  street: string;
  /**
   * What follows APT, UNIT, STE or #, or the designator with it (`FL 3`, `REAR`); empty without
   * one.
   */
  unit: string;
}

const isNumbered = (word: string | undefined): boolean =>
  word !== undefined && (/\d/.test(word) || /^[A-Z]$/.test(word));

/**
 * Where the secondary address begins; the house number and one word of the street are never part of
 * it.
 */
function unitStart(words: readonly string[]): number {
  for (let at = 2; at < words.length; at++) {
    const word = words[at] as string;
    const next = words[at + 1];
    if (PLAIN_UNITS.has(word) && next !== undefined) return at;
    if (NUMBERED_UNITS.has(word) && isNumbered(next)) return at;
    if (BARE_UNITS.has(word) && next === undefined) return at;
  }
  return words.length;
}

const abbreviatedUnit = (word: string): string => {
  const known = NUMBERED_UNITS.get(word) ?? BARE_UNITS.get(word) ?? word;
  return PLAIN_UNITS.has(word) ? '' : known;
};

/**
 * A directional that is the street's own name, NORTH ST, keeps its spelling (Publication 28,
 * section 233.3).
 */
const isStreetName = (words: readonly string[], at: number): boolean =>
  at === words.length - 2 && STREET_SUFFIXES.has(words[at + 1] as string);

const withoutLeadingZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/** The postal spelling of one word (USPS Publication 28, appendix C). */
const abbreviated = (word: string): string =>
  DIRECTIONALS.get(word) ?? ORDINALS.get(word) ?? STREET_SUFFIXES.get(word) ?? word;

function postalWord(word: string, at: number, words: readonly string[]): string {
  if (at === 0) return withoutLeadingZeros(word);
  return DIRECTIONALS.has(word) && isStreetName(words, at) ? word : abbreviated(word);
}

/**
 * An address line as USPS Publication 28 spells it: capitals, no punctuation but `-` and `/` within
 * a number, suffixes and directionals abbreviated, first to twelfth in figures, the secondary
 * address apart. Suffix words are abbreviated wherever they stand, not only last: the spellings of
 * one street have to meet.
 * @throws UnusableInput for a line that does not begin with a number, such as a post office box
 */
export function readStreetLine(line1: string): StreetLine {
  const words = line1
    .slice(0, MAX_LINE_CHARS)
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\u0300-\u036f'\u2019.]/g, '')
    .replace(/#/g, ' # ')
    .replace(/(?<!\d)\/|\/(?!\d)/g, ' ')
    .replace(/[^\p{L}\p{N}/#-]+/gu, ' ')
    .split(/[ ]+|(?<=[A-Z]{2})-|-(?=[A-Z]{2})/)
    .filter((word) => /[\p{L}\p{N}#]/u.test(word));
  if (words.length < 2 || !/^[A-Z]?\d/.test(words[0] as string))
    throw new UnusableInput('is not a street address with a house number');
  const start = unitStart(words);
  const street = words.slice(0, start).map(postalWord);
  const unit = words.slice(start).map(abbreviatedUnit).filter(Boolean);
  return { street: street.join(' '), unit: unit.join(' ') };
}

/** Suffixes that seldom begin a city or stand within a street's name. */
const STRONG_SUFFIXES = new Set(
  `ALY AVE BLVD CIR CT CV DR EXPY FWY HWY LN LOOP PKWY PL RD ROW RUN SQ ST TER TPKE TRCE TRL
WAY XING`.split(/\s/),
);

/** Streets whose name has no suffix. */
const BARE_STREETS = new Set(['BROADWAY', 'BOARDWALK', 'BOWERY']);

/** Whether a direction follows that is not the beginning of a city: `N`, or `NORTH` at the end. */
const isDirection = (words: readonly string[], at: number): boolean =>
  /^(?:N|S|E|W|[NS][EW])$/.test(words[at] ?? '') ||
  (at === words.length - 1 && DIRECTIONALS.has(words[at] ?? ''));

/** Where the street ends: behind its suffix, what numbers it and its direction; 0 without one. */
function streetEnd(words: readonly string[]): number {
  const suffixes = words.map((word) => STREET_SUFFIXES.get(word));
  // The house number and one word of the name come before it.
  const isBehindName = (at: number) => at > 1 && at < words.length;
  const strong = suffixes.findIndex(
    (suffix, at) => isBehindName(at) && STRONG_SUFFIXES.has(suffix ?? ''),
  );
  const weak = suffixes.findIndex((suffix, at) => isBehindName(at) && suffix !== undefined);
  const numbered = suffixes.findIndex(
    (suffix, at) => /^(?:HWY|RTE|RD)$/.test(suffix ?? '') && /^\d/.test(words[at + 1] ?? ''),
  );
  const bare = words.findIndex((word, at) => at > 0 && BARE_STREETS.has(word));
  const at = [numbered < 0 ? -1 : numbered + 1, strong, weak, bare].find((each) => each > 0);
  if (at === undefined) return 0;
  return isDirection(words, at + 1) ? at + 2 : at + 1;
}

/** The street line and the city of a text without a comma between: `9 Elm Ct Salt Lake City`. */
export function splitCity(text: string): { line: string; city: string | null } {
  const written = text.replace(/#\s*/g, '# ').split(' ').filter(Boolean);
  const words = written.map((word) => word.toUpperCase().replace(/[.']/g, ''));
  const unitAt = words.findIndex((word, at) => at > 1 && PLAIN_UNITS.has(word));
  let end = streetEnd(words);
  if (unitAt > 0 && (end === 0 || unitAt < end)) end = unitAt;
  if (end === 0) return { line: text, city: null };
  const unit = words[end] ?? '';
  if (PLAIN_UNITS.has(unit) || (NUMBERED_UNITS.has(unit) && isNumbered(words[end + 1]))) end += 2;
  else if (BARE_UNITS.has(unit)) end += 1;
  const city = written.slice(end).join(' ');
  return { line: written.slice(0, end).join(' '), city: city || null };
}

/**
 * Key of a property: line 1 in its postal spelling without the unit, `|`, the five digits of the
 * ZIP code.
 * @throws UnusableInput
 */
export const streetKey = (line1: string, zip: string): string =>
  `${readStreetLine(line1).street}|${zip5(zip)}`;

/**
 * A number with a letter, a hyphen (Queens) or grid letters (Wisconsin), and a fraction behind it.
 */
const HOUSE_NUMBER = /^(?=\S{0,11}\d)([a-z]?\d[a-z\d]{0,8}(?:-[a-z\d]{1,8})?)(?: (\d\/\d))?(?= |$)/;
const POST_OFFICE_BOX = /^(?:p ?o|post office|postal) ?box ([a-z\d]{1,10})(?= |$)/;
const RURAL_ROUTE =
  /^(?:r ?r|rural route|hc|highway contract) ?(\d{1,4}) box ([a-z\d]{1,10})(?= |$)/;

/**
 * House number of an address line, lower case: `12`, `12a`, `41-20`, `n6w23001`, `12 1/2`, `po
 * box 7`, `rr 2 box 15`. Leading zeros carry no meaning (USPS Publication 28, section 23).
 * @throws UnusableInput when the line does not begin with one
 */
export function parseHouseNumber(line1: string): string {
  const line = line1
    .slice(0, MAX_LINE_CHARS)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z\d/-]+/g, ' ')
    // A hyphen joins figures or a single letter, never words.
    .replace(/(?<![a-z\d])-|-(?![a-z\d])|-(?=[a-z]{2})/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const box = POST_OFFICE_BOX.exec(line);
  if (box) return `po box ${withoutLeadingZeros(box[1] as string)}`;
  const route = RURAL_ROUTE.exec(line);
  if (route)
    return `rr ${withoutLeadingZeros(route[1] as string)} box ${withoutLeadingZeros(route[2] as string)}`;
  const [, number, fraction] = HOUSE_NUMBER.exec(line) ?? [];
  if (number === undefined) throw new UnusableInput('does not begin with a house number');
  return fraction ? `${withoutLeadingZeros(number)} ${fraction}` : withoutLeadingZeros(number);
}

const GENERIC_STREET_WORDS = new Set([...DIRECTIONALS.values(), ...STREET_SUFFIXES.values()]);

/**
 * Distinctive words of a street: neither number nor direction nor kind of street. Null for a line
 * without any.
 */
function distinctiveStreetWords(line1: string): string[] | null {
  try {
    const [, ...words] = readStreetLine(line1).street.split(' ');
    const names = words.filter((word) => !GENERIC_STREET_WORDS.has(word));
    return names.length > 0 ? names : null;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/**
 * Whether two address lines of one house number may be the same street: they share a distinctive
 * word. Spellings differ too much for more; true as well where a line names no street, such as
 * a post office box.
 */
export function mayBeSameStreet(one: string, other: string): boolean {
  const [a, b] = [distinctiveStreetWords(one), distinctiveStreetWords(other)];
  return a === null || b === null || a.some((word) => b.includes(word));
}

const MAX_TEXT_CHARS = 2_000_000;

/** Words in capitals without accents, each in its postal spelling. */
function postalWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\u0300-\u036f'’.]/g, '')
    .replace(/#/g, ' # ')
    .split(/[^\p{L}\p{N}#]+/u)
    .filter(Boolean)
    .map(abbreviated);
}

/** Up to the unit: a page often leaves it out, or writes it otherwise. */
function withoutUnit(words: readonly string[]): readonly string[] {
  const unit = words.findIndex((word, at) => at > 1 && PLAIN_UNITS.has(word));
  return unit < 0 ? words : words.slice(0, unit);
}

/**
 * Whether a text names a street and house number, in any common spelling of the words and with the
 * number before or after the street. Linear in the text.
 * @param line1 street and house number, at least one of each; false without them
 */
export function mentionsAddress(text: string, line1: string): boolean {
  const line = withoutUnit(postalWords(line1.slice(0, MAX_LINE_CHARS)));
  if (line.length < 2 || !line.some((word) => /\d/.test(word))) return false;
  const [first = '', ...others] = line;
  const reordered = /^\d/.test(first) ? [...others, first] : [line.at(-1), ...line.slice(0, -1)];
  const page = ` ${postalWords(text.slice(0, MAX_TEXT_CHARS)).join(' ')} `;
  return page.includes(` ${line.join(' ')} `) || page.includes(` ${reordered.join(' ')} `);
}
