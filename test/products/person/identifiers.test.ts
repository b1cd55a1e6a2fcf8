import { describe, expect, it } from 'vitest';
import { comparePeople } from '../../../src/domain/person/person-match.ts';
import { recordKey } from '../../../src/lookup/datasets/keys.ts';
import { b2bContactAppend } from '../../../src/products/person/b2b-contact-append.ts';
import { emailAppend } from '../../../src/products/person/email-append.ts';
import { jobChange } from '../../../src/products/person/job-change.ts';
import { networkProfileLookup } from '../../../src/products/person/network-profile-lookup.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import { VENDORS } from '../../support/world/vendors.ts';

describe('a person at work', () => {
  const refusal = (body: object) => b2bContactAppend.input.safeParse(body).error?.issues[0];

  it.each([
    { email: 'ada@example.com', company_domain: 'example.com' },
    { email: 'ada@example.com', name: 'Ada Example' },
    { network_url: 'ada-example', name: 'Ada Example' },
  ])('is named by one identifier, whatever else of the row is beside it: %j', (body) => {
    expect(refusal(body)).toBeUndefined();
  });
});

it('a name or a company alone is not asked by, and a company alone names nobody', async () => {
  const asked = async (body: Record<string, unknown>) => {
    const world = await createWorld({
      vendors: VENDORS.filter(({ hosts }) => hosts.includes('api.peopledatalabs.com')),
      http: () => Response.json({ status: 404, error: { type: 'not_found' } }, { status: 404 }),
    });
    await answer(b2bContactAppend, body, world).catch(() => undefined);
    return world.outbound.asked.join(' ');
  };
  const email = 'ada@example.com';
  expect(await asked({ email, company_domain: 'example.com' })).not.toContain('company=');
  const pair = { name: 'Ada Example', company_domain: 'example.com' };
  expect(await asked({ email, ...pair })).toContain('company=example.com');
  for (const part of [{ name: pair.name }, { company_domain: pair.company_domain }])
    expect(b2bContactAppend.input.safeParse(part).error?.issues[0]).toMatchObject({
      params: { code: 'MISSING_FIELD' },
    });
});

describe('a page on the professional network', () => {
  it('that bears the id of a member is asked for by that very id', async () => {
    const world = await createWorld({
      vendors: VENDORS.filter(({ hosts }) => hosts.includes('api.scrapecreators.com')),
      http: () => Response.json({ success: true }, { status: 404 }),
    });
    const id = 'ACoAAABCdEfGhIjKlMnOpQrStUvWxYz0123456';
    await answer(
      networkProfileLookup,
      { profile_url: `https://www.linkedin.com/in/${id}` },
      world,
    ).catch(() => undefined);
    expect(decodeURIComponent(world.outbound.asked.join(' '))).toContain(`/in/${id}`);
  });

  it.each([
    'https://www.linkedin.com/mwlite/in/ada-example',
    'https://www.linkedin.com/comm/in/ada-example?midToken=x',
    '@ada-example',
  ])('is watched by whatever address it is looked up by: %s', (profile_url) => {
    expect(networkProfileLookup.input.parse({ profile_url })).toMatchObject({
      profile_url: 'ada-example',
    });
    expect(jobChange.input.safeParse({ profile_url }).data).toEqual({ profile_url: 'ada-example' });
  });
});

describe('a postal address of a person', () => {
  const asked = { firstName: 'Ada', lastName: 'Example', city: 'Berkeley', zip: '94704' };
  const row = {
    ...{ first_name: 'Ada', last_name: 'Example', address_line1: '1 Main St', city: 'Berkeley' },
    ...{ state: 'CA', zip: '94704', email: 'ada@example.com' },
  };
  const key = recordKey('person', 'Example', 'Ada', '1 Main St', '94704') as string;

  it.each(['Apt 4, 1 Main St', '#4 1 Main St', 'One Main Street', 'c/o Bob, 1 Main St'])(
    'finds the row of the operator’s file, however it is written: %s',
    async (address) => {
      const world = await createWorld({ files: { person_contacts: { [key]: { one: [row] } } } });
      const { classification } = await answer(emailAppend, { input: { ...asked, address } }, world);
      expect(classification.matched).toBe(true);
    },
  );

  it.each([
    ['One Main Street', '1 Main St', 'same'],
    ['Apt 4, 1 Main St', '1 Main Street Unit 4', 'same'],
    ['c/o Bob, 1 Main St', 'One Main St', 'same'],
    ['Two Main Street', '1 Main St', 'part'],
    ['PO Box 1', 'One Main St', 'part'],
  ])('is the place it names in its own way: %s and %s: %s', (one, other, agreement) => {
    const place = { city: 'Berkeley', state: 'CA', zip: '94704' };
    const name = { firstName: 'Ada', lastName: 'Example', fullName: null };
    const found = comparePeople(
      { ...name, line1: one, ...place },
      { ...name, places: [{ line1: other, ...place }] },
    );
    expect(found?.place).toBe(agreement);
  });
});
