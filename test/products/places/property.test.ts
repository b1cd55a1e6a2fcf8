import { describe, expect, it } from 'vitest';
import { isSameHouse } from '../../../src/domain/place/street-address.ts';
import { formatUsAddress, readUsAddress } from '../../../src/domain/place/us-address.ts';
import { propertyLookup } from '../../../src/products/places/property-lookup.ts';
import { boroughOf, cityLines } from '../../../src/vendors/pluto/lots.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { censusVendor, plutoVendor, rentcastVendor } from '../../support/world/vendors/property.ts';

const read = (address: string, city = null, state = null, zip: string | null = null) =>
  readUsAddress({ address, city, state, zip });

describe('an address of the United States', () => {
  it.each([
    ['120 Broadway, New York, NY 10271', '120 BROADWAY, NEW YORK, NY 10271'],
    ['120 Broadway, New York NY 10271-0001', '120 BROADWAY, NEW YORK, NY 10271'],
    [
      '120 broadway, apt 4, New York, New York, 10271, USA',
      '120 BROADWAY UNIT 4, NEW YORK, NY 10271',
    ],
    ['20 West 34th Street #9, NY, NY', '20 W 34TH ST UNIT 9, NY, NY'],
    ['1 Main St, Springfield, IL', '1 MAIN ST, SPRINGFIELD, IL'],
    ['1 Main St, 62701', '1 MAIN ST, 62701'],
    ['9 Dubei Ct Salt Lake City UT 84101', '9 DUBEI CT, SALT LAKE CITY, UT 84101'],
    [
      '233 S Wacker Dr Ste 4 Chicago Illinois 60606 6306 USA',
      '233 S WACKER DR UNIT 4, CHICAGO, IL 60606',
    ],
    ['#42 233 S Wacker Dr 60606', '233 S WACKER DR UNIT 42, 60606'],
    ['6641 N 2200 W Apt D304 Park City, UT', '6641 N 2200 W UNIT D304, PARK CITY, UT'],
    ['115 Broadway San Francisco CA', '115 BROADWAY, SAN FRANCISCO, CA'],
    ['1005 Elm Highway North, 95472', '1005 ELM HWY N, 95472'],
    ['Willis Tower, 1 Elm Row Troy, MI', '1 ELM ROW, TROY, MI'],
    ['Willis Tower 1 Elm Row Troy MI', '1 ELM ROW, TROY, MI'],
    ['Apt 1B 626 E Oak Ave Milwaukee, WI', '626 E OAK AVE UNIT 1B, MILWAUKEE, WI'],
    ['2002 FM 544 Wylie, TX', '2002 FM 544, WYLIE, TX'],
    ['594 Lane 8 ½ Powell WY', '594 LANE 8 1/2, POWELL, WY'],
    ['4221 Elm Rd N Little Rock AR', '4221 ELM RD, N LITTLE ROCK, AR'],
    ['14 Elm St S Salt Lake City UT', '14 ELM ST S, SALT LAKE CITY, UT'],
    ['12 Kane Concourse floor 5 bay harbor fl', '12 KANE CONCOURSE FL 5, BAY HARBOR, FL'],
    ['12 Palm Beach Lakes Ste 4 Troy MI', '12 PALM BEACH LKS UNIT 4, TROY, MI'],
    ['6 Elm Fwy Ste 5 Lockbox # 842467 Dallas TX', '6 ELM FWY UNIT 5, DALLAS, TX'],
    ['N165 W2123 Elm Ct Jackson, WI', 'N165W2123 ELM CT, JACKSON, WI'],
    ['254 Highway No 202, Troy, NY', '254 HWY 202, TROY, NY'],
    ['4922 B South Elm Avenue, 60615', '4922B S ELM AVE, 60615'],
    ['2002 FM 544 Rd Ste 2 Wylie TX', '2002 FM 544 RD UNIT 2, WYLIE, TX'],
    ['10 E 700 S Provo UT 84606', '10 E 700 S, PROVO, UT 84606'],
    ['5500 Grand Lake Drive, Ottawa Hills, OH', '5500 GRAND LAKE DR, OTTAWA HILLS, OH'],
    ['600 Key Street, Troy, MI', '600 KEY ST, TROY, MI'],
    ['1 N Union, Troy, MI', '1 N UNION, TROY, MI'],
    ['3 Saint James Place, Brooklyn, NY', '3 SAINT JAMES PL, BROOKLYN, NY'],
    ['1717 Elm Avenue, N.W., Washington, DC', '1717 ELM AVE NW, WASHINGTON, DC'],
    ['7 World Plaza, 250 Elm St, Troy, MI', '250 ELM ST, TROY, MI'],
    ['2810 Elm St PMB 123 Troy MI', '2810 ELM ST PMB 123, TROY, MI'],
    ['406 N Highway 71 Business Lowell AR', '406 N HWY 71 BUSINESS, LOWELL, AR'],
    ['4411 Elm Way North Seattle, King County, WA', '4411 ELM WAY N, SEATTLE, WA'],
    ['5 Elm Ave North Las Vegas NV', '5 ELM AVE, NORTH LAS VEGAS, NV'],
    ['44 Elm St, 6th Floor, Brooklyn 11201', '44 ELM ST FL 6, BROOKLYN, 11201'],
    ['44 Elm St Sixth Fl Brooklyn NY', '44 ELM ST FL 6, BROOKLYN, NY'],
    ['1 Elm St Apt No. 456 Oakland CA', '1 ELM ST UNIT 456, OAKLAND, CA'],
    ['235 Elm St NE 900, Atlanta, GA', '235 ELM ST NE UNIT 900, ATLANTA, GA'],
    ['1 Elm Ln / Concord / NH / 03301', '1 ELM LN, CONCORD, NH 03301'],
    ['1 Elm Ln - Concord, NH - 03301', '1 ELM LN, CONCORD, NH 03301'],
    ['1 Elm Ln, Concord, NH, US', '1 ELM LN, CONCORD, NH'],
    ['2001 Avenue of the Stars Los Angeles CA', '2001 AVENUE OF THE STARS, LOS ANGELES, CA'],
    ['1402 Avenue Q Lubbock TX', '1402 AVENUE Q, LUBBOCK, TX'],
    ['2146 Elm Square Mall Tampa FL', '2146 ELM SQUARE MALL, TAMPA, FL'],
    ['218½ Elm St, Boulder, CO', '218 1/2 ELM ST, BOULDER, CO'],
    ['218-1/2 Elm St Boulder CO', '218 1/2 ELM ST, BOULDER, CO'],
    ['1 South-West Elm St, Boring, OR', '1 SW ELM ST, BORING, OR'],
    ['1901 W. Elm St.,Chicago,IL 60612', '1901 W ELM ST, CHICAGO, IL 60612'],
    ['One Microsoft Way, Redmond, WA', '1 MICROSOFT WAY, REDMOND, WA'],
    ['Calle Luna 63, San Juan, PR', '63 CALLE LUNA, SAN JUAN, PR'],
    ['5 Calle de la Luna San Juan PR', '5 CALLE DE LA LUNA, SAN JUAN, PR'],
    ['5 El Camino Real Santa Clara CA', '5 EL CAMINO REAL, SANTA CLARA, CA'],
    ['1 Elm St, Bldg C, Apt 210, Troy, MI', '1 ELM ST BLDG C 210, TROY, MI'],
    ['1 Elm St, Basement, Troy, MI', '1 ELM ST UNIT BSMT, TROY, MI'],
    ['1 Elm St Rear Troy MI', '1 ELM ST UNIT REAR, TROY, MI'],
    ['1 Elm Ave PH 2, Miami, FL', '1 ELM AVE PH 2, MIAMI, FL'],
    ['Make the Road 92-10 Elm Avenue Queens 11372', '92-10 ELM AVE, QUEENS, 11372'],
    ['48S 400E, Salt Lake City UT', '48 S 400 E, SALT LAKE CITY, UT'],
    ['1 Elm Ave NW, Washington D.C. 20500\u20131234', '1 ELM AVE NW, WASHINGTON, DC 20500'],
    ['1 Elm St Suite550, Troy, MI', '1 ELM ST UNIT 550, TROY, MI'],
    ['1 Elm St Apt.4B Troy MI', '1 ELM ST UNIT 4B, TROY, MI'],
    ['1 Elm St Unit I-3 Troy MI', '1 ELM ST UNIT I-3, TROY, MI'],
    ['1 Elm St PH301 Troy MI', '1 ELM ST PH 301, TROY, MI'],
    ['1 Elm St 2FL Troy MI', '1 ELM ST FL 2, TROY, MI'],
    ['1 Elm St Apt A APT A, Troy MI', '1 ELM ST UNIT A, TROY, MI'],
    ['1 Elm St Lower Level Troy MI', '1 ELM ST LOWR LEVEL, TROY, MI'],
    ['223 W Jackson 512, Chicago, IL', '223 W JACKSON UNIT 512, CHICAGO, IL'],
    ['500 N Michigan 600 Chicago IL', '500 N MICHIGAN UNIT 600, CHICAGO, IL'],
    ['12345 Avenue 12, Madera, CA', '12345 AVENUE 12, MADERA, CA'],
    ['1 Elm St, Troy, MI 48084, Suite 102B', '1 ELM ST UNIT 102B, TROY, MI 48084'],
    ['1 Elm St Troy MI 48084-1234 #3', '1 ELM ST UNIT 3, TROY, MI 48084'],
    ['1 Elm St, Troy, Apt 4, MI 48084', '1 ELM ST UNIT 4, TROY, MI 48084'],
    ['One Liberty Square, 5th Fl, Boston, MA', '1 LIBERTY SQ FL 5, BOSTON, MA'],
    ['Twenty-Two Elm St, Boston, MA', '22 ELM ST, BOSTON, MA'],
    ['1 Elm St, Chicago, Ill. 60602', '1 ELM ST, CHICAGO, IL 60602'],
    ['1 Elm St, Charleston, W. Va.', '1 ELM ST, CHARLESTON, WV'],
    ['1 Elm St, 48084 Troy, MI', '1 ELM ST, TROY, MI 48084'],
    ['1 Elm St, Troy, 48084 MI', '1 ELM ST, TROY, MI 48084'],
    ['1 Elm St Troy MI48084', '1 ELM ST, TROY, MI 48084'],
    ['1 Elm St, Troy, MI 48084, Oakland County', '1 ELM ST, TROY, MI 48084'],
    ['1 Elm St (2nd Floor), Troy, MI', '1 ELM ST FL 2, TROY, MI'],
    ['1 Elm St (by the bank), Troy (MI)', '1 ELM ST, TROY, MI'],
    ['88 Oak Boulvard Tulsa OK', '88 OAK BLVD, TULSA, OK'],
    ['88 Oak Raod Tulsa OK', '88 OAK RD, TULSA, OK'],
    ['1 Music Venue Way Troy MI', '1 MUSIC VENUE WAY, TROY, MI'],
    ['4079 U.S. 17 Murrells Inlet SC', '4079 US HWY 17, MURRELLS INLET, SC'],
    ['16725 Co. Rd. 24, Plymouth, MN', '16725 COUNTY RD 24, PLYMOUTH, MN'],
    ['N7218 County Road QQ Beaver Dam WI', 'N7218 COUNTY RD QQ, BEAVER DAM, WI'],
    ['1200 N IH-35 Austin TX', '1200 N INTERSTATE 35, AUSTIN, TX'],
    ['1200 I St NW Washington DC', '1200 I ST NW, WASHINGTON, DC'],
    ['101 N Court Sq Ste 16 Waverly TN', '101 N COURT SQ UNIT 16, WAVERLY, TN'],
    ['200 N Court St Rockford IL', '200 N COURT ST, ROCKFORD, IL'],
    ['35 Kings Chase SE Smyrna GA', '35 KINGS CHASE SE, SMYRNA, GA'],
    ['500 The Embarcadero San Francisco CA', '500 THE EMBARCADERO, SAN FRANCISCO, CA'],
    ['1 Elm St Suite#700 Troy MI', '1 ELM ST UNIT 700, TROY, MI'],
    ['1 Elm St Fl.34 Troy MI', '1 ELM ST FL 34, TROY, MI'],
    ['1 Elm St B-7, Troy, MI', '1 ELM ST UNIT B-7, TROY, MI'],
    ['5000 M-28 Munising MI', '5000 M-28, MUNISING, MI'],
    ['5000 Ky 80 E Somerset KY', '5000 KY 80 E, SOMERSET, KY'],
    ['5000 Highway A1A Vero Beach FL', '5000 HWY A1A, VERO BEACH, FL'],
    ['5000 County Rd. No. 12, Ola AR', '5000 COUNTY RD 12, OLA, AR'],
    ['5000 E 1500 North Rd Ola IL', '5000 E 1500 NORTH RD, OLA, IL'],
    ['1200 I-35 Frontage Road Georgetown TX', '1200 INTERSTATE 35 FRONTAGE RD, GEORGETOWN, TX'],
    ['One Hundred Main St, Boston MA', '100 MAIN ST, BOSTON, MA'],
    ['724 US Highway 1 N Palm Beach FL 33408', '724 US HWY 1, N PALM BEACH, FL 33408'],
    ['10 Elm Ave N Palm Bay FL', '10 ELM AVE N, PALM BAY, FL'],
    ['51 Oak St E Hartford 06108', '51 OAK ST, E HARTFORD, 06108'],
    ['51 Oak St E Hartford TX', '51 OAK ST E, HARTFORD, TX'],
    ['12 Elm Ave W St Paul MN 55118', '12 ELM AVE, W ST PAUL, MN 55118'],
    ['12 Elm Ave W St Paul MN 55102', '12 ELM AVE W, ST PAUL, MN 55102'],
    ['990 River Trl Dr S Troy MI', '990 RIVER TRL DR S, TROY, MI'],
    ['1 Elm Plz 10TH-FLOOR Troy MI', '1 ELM PLZ FL 10, TROY, MI'],
    ['1 Elm St Uppr Troy MI', '1 ELM ST UNIT UPPR, TROY, MI'],
    ['1 Elm St, Dock 4, Troy, MI', '1 ELM ST DOCK 4, TROY, MI'],
    ['1120 15th Street, AF 1025 Troy MI', '1120 15TH ST UNIT AF 1025, TROY, MI'],
    ['1 Elm St 1-5 344 Troy MI', '1 ELM ST UNIT 1-5 344, TROY, MI'],
    ['1 Elm St, PO Box 12 Troy MI', '1 ELM ST, TROY, MI'],
    ['625 W Adams 19th Floor Chicago IL', '625 W ADAMS FL 19, CHICAGO, IL'],
    ['10 N Orchard Rd 400 Troy MI', '10 N ORCHARD RD UNIT 400, TROY, MI'],
    ['10 Old County Rd 400 Troy MI', '10 OLD COUNTY RD 400, TROY, MI'],
    ['1600 W Loop S Houston TX', '1600 W LOOP S, HOUSTON, TX'],
    ['1604-B Elm Rd Troy MI', '1604B ELM RD, TROY, MI'],
    ['1 Richards Rd North Litte Rock AR', '1 RICHARDS RD, NORTH LITTE ROCK, AR'],
    ['Twenty-One Elm Row, Troy, MI', '21 ELM ROW, TROY, MI'],
    ['16th Fl 120 Broadway, New York NY', '120 BROADWAY FL 16, NEW YORK, NY'],
    ['#42 1 Elm Row Troy MI', '1 ELM ROW UNIT 42, TROY, MI'],
    ['2nd Floor 1 Elm Row Troy MI', '1 ELM ROW FL 2, TROY, MI'],
  ])('%s is %s, and is so however often it is read', (text, line) => {
    expect(formatUsAddress(read(text))).toBe(line);
    expect(formatUsAddress(read(line))).toBe(line);
  });

  it('takes a part of its own over the same in the line', () => {
    const parts = { address: '1 Main St, Nowhere, TX', city: 'Springfield', state: 'Illinois' };
    expect(formatUsAddress(readUsAddress({ ...parts, zip: null }))).toBe(
      '1 MAIN ST, SPRINGFIELD, IL',
    );
  });

  it.each([
    'Main Street, Springfield, IL',
    '1 Main St',
    '1 Main St, Springfield',
    'PO Box 7, 62701',
    'Forty-Niner Way Unit 3, Reno, NV',
    'Twenty-Mile Creek Rd, Boise, ID',
    'Twenty-Eleven Elm Row, Troy, MI',
    'HC 61 Box 23A, Terlingua, TX 79852',
    'PSC 802 Box 74, APO, AE 09499',
    'Dept. 669 P O Box 120001 Dallas TX 75312',
  ])('refuses %s, naming the field', (address) => {
    const { error } = propertyLookup.input.safeParse({ address });
    expect(error?.issues[0]).toMatchObject({
      path: ['address'],
      params: { code: 'INVALID_INPUT' },
    });
  });

  it('says of an address abroad that it has to be in the United States', () => {
    for (const address of ['10 Downing Street, London SW1A 2AA', '10 Rue de Rivoli, 75001 Paris']) {
      const { error } = propertyLookup.input.safeParse({ address });
      expect(error?.issues[0]?.message, address).toContain('in the United States');
    }
  });

  it('refuses a ZIP code that is none', () => {
    const placed = { address: '1 Main St, Springfield, IL 62701' };
    for (const [field, body] of [
      ['state', { ...placed, state: 'ZZ' }],
      ['zip', { ...placed, zip: '00000' }],
      ['address', { address: '1 Main St, Springfield, IL 00000' }],
    ] as const)
      expect(propertyLookup.input.safeParse(body).error?.issues, field).toMatchObject([
        { path: [field], params: { code: 'INVALID_INPUT' } },
      ]);
    expect(propertyLookup.input.safeParse({ address: '1 Main St', zip: '627' }).success).toBe(
      false,
    );
  });
});

describe('two lines of one house', () => {
  it.each([
    ['1 N Main St', '1 North Main Street, Apt 2', true],
    ['0012 Elm Ave #4', '12 ELM AVENUE UNIT 9', true],
    ['1 Main', '1 Main St', true],
    ['1 Main St', '1 N Main St', true],
    ['1 N Main St', '1 S Main St', false],
    ['1 Main St', '1 Main Ave', false],
    ['1 Main St', '12 Main St', false],
    ['1 Main St', '1 Maine St', false],
    ['1 Spring Lake Rd', '1 Spg Lk Road', true],
    ['1 Main St', 'Main St', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect([isSameHouse(one, other), isSameHouse(other, one)]).toEqual([same, same]);
  });
});

describe('New York City', () => {
  it.each([
    ['20 W 34TH ST', '20 WEST 34 STREET'],
    ['350 5TH AVE', '350 5 AVENUE'],
    ['1 ST JAMES PL', '1 ST JAMES PLACE'],
    ['75 SPRING ST', '75 SPRING STREET'],
    ['1 OCEAN GDNS', '1 OCEAN GARDENS'],
    ['41-20 MAIN ST', '41-20 MAIN STREET'],
    ['120 BROADWAY', '120 BROADWAY'],
    ['1200 AVE N', '1200 AVENUE N'],
    ['1200 AVE S', '1200 AVENUE S'],
    ['101 7TH AVE S', '101 7 AVENUE SOUTH'],
    ['200 PARK AVE S', '200 PARK AVENUE SOUTH'],
  ])('keeps %s as %s', (street, line) => {
    expect(cityLines(street)[0]).toBe(line);
  });

  it('looks for a saint as the city spells it, too', () => {
    expect(cityLines('1 SAINT JAMES PL')).toContain('1 ST JAMES PLACE');
  });

  it.each([
    [{ county: 'Kings County', zip: '11201', state: 'NY' }, 'BK'],
    [{ county: 'Queens County', state: 'NY' }, 'QN'],
    [{ county: 'Nassau County', zip: '11001', state: 'NY' }, null],
    [{ county: 'Kings County', state: 'CA' }, null],
    [{ zip: '10271' }, 'MN'],
    [{ city: 'STATEN ISLAND', state: 'NY' }, 'SI'],
    [{ city: 'ALBANY', state: 'NY' }, null],
  ])('%j lies in %s', (place, borough) => {
    const nowhere = { county: null, zip: null, city: null, state: null };
    expect(boroughOf({ ...nowhere, ...place })).toBe(borough);
  });
});

const twoFlats = (unit: string, owner: string) => ({
  address: '1 Example Street',
  unit,
  zip: '20001',
  owner_names: [owner],
});
const files = {
  parcels: {
    'street:1 EXAMPLE ST|20001': { a: [twoFlats('2', 'Ada')], b: [twoFlats('3', 'Ben')] },
    'street:120 BROADWAY|10271': {
      a: [{ address: '120 Broadway', zip: '10271', year_built: 1915 }],
    },
  },
};

async function worldOf(vendors: readonly FakeVendor[], imported = {}) {
  const world = await createWorld({ vendors, files: imported });
  return { world, asked: world.outbound.asked };
}

const lookUp = async (address: string, ...given: Parameters<typeof worldOf>) => {
  const { world, asked } = await worldOf(...given);
  return { ...(await answer(propertyLookup, { address }, world)), asked };
};

describe('property-lookup', () => {
  it('reads the file first, which asks nobody', async () => {
    const found = await lookUp('1 Example St #3, Washington, DC 20001', [censusVendor], files);
    expect(found.insights.property_lookup_result.owner_names).toEqual(['Ben']);
    expect([found.price, found.asked]).toEqual([15, []]);
  });

  it('knows no price, area or year of a record that has zeros, and takes nothing for them', async () => {
    const address = '9 Only Zero St';
    const zeros = {
      ...{ address, city: 'Reno', state: 'NV', zip: '89501', lot_size: 0, square_feet: 0 },
      ...{ last_sale_price: 0, last_sale_date: '0001-01-01', year_built: 0, tax_year: 1 },
    };
    const priced = async (row: object) => {
      const parcels = { 'street:9 ONLY ZERO ST|89501': { a: [row] } };
      return lookUp(`${address}, Reno, NV 89501`, [], { parcels });
    };
    const found = await priced(zeros);
    expect(found.classification).toMatchObject({ matched: true, square_feet: null });
    expect(found.insights.property_lookup_result).toMatchObject({
      ...{ lot_size: null, year_built: null, tax: { year: null, amount: null } },
      last_sale: { date: null, price: null },
    });
    expect(found.price).toBe(0);
    expect((await priced({ ...zeros, year_built: 1950 })).price).toBe(15);
  });

  it('takes nothing for the address alone, however the record spells it', async () => {
    const row = { address: '9 Only Zero Street', city: 'Reno', state: 'NV', zip: '89501' };
    const parcels = { 'street:9 ONLY ZERO ST|89501': { a: [row] } };
    const found = await lookUp('9 Only Zero Street, Reno, NV 89501', [], { parcels });
    expect(found.classification).toMatchObject({ matched: true, address: '9 Only Zero Street' });
    expect(found.price).toBe(0);
  });

  it('finds none among several units until one is named', async () => {
    const found = await lookUp('1 Example St, Washington, DC 20001', [rentcastVendor], files);
    expect([found.classification.matched, found.price]).toEqual([false, 0]);
  });

  it("reads the file again by the bureau's spelling, which knows the ZIP code", async () => {
    const census: FakeVendor = {
      ...censusVendor,
      answer: () =>
        Response.json({
          result: { addressMatches: [{ matchedAddress: '120 BROADWAY, NEW YORK, NY, 10271' }] },
        }),
    };
    const found = await lookUp('120 Broadway, New York, NY', [census, plutoVendor], files);
    expect(found.classification).toMatchObject({ matched: true, year_built: 1915, lot_size: null });
  });

  it('asks the city where nothing else is configured', async () => {
    const found = await lookUp('20 W 34th St, New York, NY', [censusVendor, plutoVendor]);
    expect(found.classification).toMatchObject({
      matched: true,
      address: '20 WEST 34 STREET',
      county: 'New York',
      year_built: null,
      property_type: 'Office building',
    });
    expect(found.insights.property_lookup_result).toMatchObject({
      features: { building_class: 'O4' },
      owner_names: [],
      assessment: { value: 311_550_300, year: null },
      last_sale: { date: null, price: null },
    });
  });

  it('asks for the name of a street as it is, and keys records by its postal spelling', async () => {
    const spring = { address: '75 Spring Street', city: 'New York', state: 'NY', zip: '10012' };
    const { world } = await worldOf([censusVendor, plutoVendor]);
    const found = await answer(propertyLookup, spring, world);
    expect(found.classification).toMatchObject({ matched: true, address: '75 SPRING STREET' });
    const parcels = { 'street:75 SPG ST|10012': { a: [{ ...spring, year_built: 1900 }] } };
    const filed = await lookUp('75 Spring St, New York, NY 10012', [], { parcels });
    expect(filed.classification).toMatchObject({ matched: true, year_built: 1900 });
  });

  it('goes on with the address as sent when the bureau is silent', async () => {
    const found = await lookUp('120 Broadway, New York, NY 10271', [plutoVendor]);
    expect(found.classification).toMatchObject({ matched: true, county: 'New York' });
  });

  it('finds a unit with the paid database', async () => {
    const found = await lookUp('2 Main St Apt 2, Berkeley, CA 94704', [rentcastVendor]);
    expect(found.classification).toMatchObject({
      matched: true,
      bedrooms: 3,
      owner_occupied: true,
    });
  });

  it('says that an address is outside its coverage, free', async () => {
    const found = await lookUp('1 Main St, Berkeley, CA 94704', [censusVendor]);
    expect(found.classification).toMatchObject({
      matched: false,
      coverage_supported: false,
      user_message: expect.stringContaining('covers this address'),
    });
    expect(found.price).toBe(0);
    const covered = await lookUp('7 Nowhere St, Berkeley, CA 94704', [rentcastVendor]);
    expect(covered.classification).toMatchObject({ matched: false, coverage_supported: true });
  });
});
