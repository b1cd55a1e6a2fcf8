import { describe, expect, it } from 'vitest';
import { sniffDialect } from '../../src/lib/csv-dialect.ts';
import { products } from '../../src/products/index.ts';
import { fitColumns } from '../../src/uploads/column-mapping.ts';
import { uploadColumns } from '../../src/uploads/uploads.ts';

/** The names of the columns that are chosen, by the field. */
function chosen(type: string, head: string, country?: string): Record<string, string> {
  const product = products.find(({ bulk }) => bulk === type);
  if (!product) throw new Error(`no product ${type}`);
  const columns = uploadColumns({ head, isWhole: true }, sniffDialect(head, true));
  const fitted = fitColumns(columns, product, country);
  return Object.fromEntries([...fitted].map(([field, at]) => [field, columns[at]?.name ?? '']));
}

describe('columns of a list', () => {
  it('are lines rather than fax machines or ids, in any language', () => {
    const german = 'Telefax;Fon Büro\n0228 123457;0228 123456\n089 2345679;089 2345678\n';
    expect(chosen('phone_validation', german, 'DE')).toEqual({ phone_number: 'Fon Büro' });
    const ids = 'CustomerID,Line\n7700900001,07700 900123\n7700900002,07700 900124\n';
    expect(chosen('phone_validation', ids, 'GB')).toEqual({ phone_number: 'Line' });
    const only = 'Firma;Telefax\nMüller;0228 123457\nHuber;089 2345679\n';
    expect(chosen('phone_validation', only, 'DE')).toEqual({ phone_number: 'Telefax' });
  });

  it('are called by a part of their name where others fit as well', () => {
    const orders =
      'Auftrag;Rufnummer Kunde\n3012345678;030 901820\n3012345679;0170 1234567\n3012345680;089 234567\n';
    expect(chosen('phone_validation', orders, 'DE')).toEqual({ phone_number: 'Rufnummer Kunde' });
    const calls = 'From,To\n+12125550142,+14155552671\n+12125550143,+13035550188\n';
    expect(chosen('phone_validation', calls)).toEqual({});
    const lines = 'Home phone,Work phone\n+12125550142,+14155552671\n+12125550143,+13035550188\n';
    expect(chosen('phone_validation', lines)).toEqual({});
  });

  it('fill a country by its name in other languages, and never by a language or a calling code', () => {
    const land = 'Telefon;Sprache;Land\n030 901820;de;Deutschland\n01 5123456;de;Österreich\n';
    expect(chosen('phone_validation', land)).toEqual({ phone_number: 'Telefon', country: 'Land' });
    const codes = 'Mobile,Country Code,ISO\n0170 1234567,49,DE\n06 12 34 56 78,33,FR\n';
    expect(chosen('phone_validation', codes)).toEqual({ phone_number: 'Mobile', country: 'ISO' });
  });

  it('are those of the property and not of its owner', () => {
    const parcels =
      'Mailing Address,Site Address,City\nPO Box 44,12 Main St,Springfield\nPO Box 9,401 Oak Rd,Dover\n';
    expect(chosen('property_lookup', parcels)).toEqual({ address: 'Site Address', city: 'City' });
  });

  it('have an id of a mailbox or a caller by its own name, and no job title for a company', () => {
    const mails =
      'Name,Email ID,Reporting Manager Email\nAnn,ann@a.test,bob@a.test\nCem,cem@b.test,di@b.test\n';
    expect(chosen('email_validation', mails)).toEqual({ email: 'Email ID' });
    const titles = 'First Name,Last Name,Title,City\nAnn,Lee,CFO,Bonn\nCem,Oz,Clerk,Rome\n';
    expect(chosen('business_lookup', titles).name).toBeUndefined();
  });

  it('are cut where a line or two have no separator', () => {
    const rows = Array.from({ length: 30 }, (_, row) => `Shop ${'abc'[row % 3]}, Bonn`).join('\n');
    expect(chosen('business_lookup', `name, city\n${rows}\nTotal\n`)).toEqual({
      ...{ name: 'name', city: 'city' },
    });
  });

  it.each([
    ['email_validation', 'ID,Name\n1,Ann\n2,Ben\n', {}],
    ['phone_validation', 'id,comment\na,hello\nb,call\n', {}],
    ['phone_validation', 'phone_type,comment\nmobile,hello\nline,call\n', {}],
    ['keyword_metrics', 'id,notes\nx1,coffee\nx2,tea\n', {}],
    ['phone_validation', 'Name,Phone\nAnn,hello\nBen,none\n', { phone_number: 'Phone' }],
  ])('of %s are left open where none fits and none is wholly called so: %j', (type, head, of) => {
    expect(chosen(type, head)).toEqual(of);
  });
});
