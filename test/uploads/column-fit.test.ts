import { describe, expect, it } from 'vitest';
import { sniffDialect } from '../../src/lib/csv-dialect.ts';
import { products } from '../../src/products/index.ts';
import { fitColumns } from '../../src/uploads/column-fit.ts';
import { listDialect } from '../../src/uploads/column-names.ts';
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
    const people =
      'Name,Office,Private\nAnn,+12125550142,+14155552671\nCem,+12125550143,+13035550188\n';
    expect(chosen('phone_validation', people)).toEqual({});
  });

  it('are a person’s mobile numbers where they have other lines too', () => {
    const rows = '+12125550142,+14155552671\n+12125550143,+13035550188\n';
    const of = (names: string, cells = rows) => chosen('phone_validation', `${names}\n${cells}`);
    for (const kind of ['Mobile', 'Mobile phone', 'Cell', 'Cell phone'])
      for (const names of [`Home phone,${kind}`, `${kind},Work phone`])
        expect(of(names)).toEqual({ phone_number: kind });
    for (const [others, kind] of [
      ['自宅電話', '携帯電話'],
      ['Festnetz', 'Mobil'],
      ['Tél. fixe', 'Tél. portable'],
      ['Ev Telefonu', 'Cep Telefonu'],
      ['집전화', '휴대폰'],
    ])
      expect(of(`${others},${kind}`)).toEqual({ phone_number: kind });
    expect(of('Mobile 1,Mobile (driver)')).not.toEqual({ phone_number: 'Mobile (driver)' });
    expect(of('Mobile,Phone')).toEqual({ phone_number: 'Phone' });
    expect(of('Office,Mobile')).toEqual({ phone_number: 'Mobile' });
    expect(of('Mobile,Fax')).toEqual({ phone_number: 'Mobile' });
    const sparse = '+12125550142,\n+12125550143,+13035550188\n+12125550144,\n';
    expect(of('Mobile,Home phone', sparse)).toEqual({ phone_number: 'Mobile' });
    expect(of('Mobile,WhatsApp', '+12125550142,+12125550142\n')).toEqual({
      phone_number: 'Mobile',
    });
  });

  it('are not those of the list’s owner, an agent or a relative, nor masks', () => {
    const mails =
      'Date,From,To\n1,Ann Lee,info@acme.com\n2,Bo Roe,info@acme.com\n3,Cy,info@acme.com\n';
    expect(chosen('email_validation', mails)).toEqual({});
    const agents = '姓名,邮箱,代理人邮箱\n张伟,zw@qq.com,a1@firm.cn\n王芳,wf@163.com,a2@firm.cn\n';
    expect(chosen('email_validation', agents)).toEqual({ email: '邮箱' });
    const hosts =
      'Gerät;IP-Adresse;Subnetzmaske\nA;10.0.0.5;255.255.255.0\nB;10.0.0.6;255.255.255.0\n';
    expect(chosen('ip_lookup', hosts)).toEqual({ ip: 'IP-Adresse' });
  });

  it('are those of most rows where few cells of another fit better', () => {
    const list =
      'Firma;Telefon;Mobil\nA;0351 4887 0;0171 5550123\nB;(0341) 123-0;\nC;+44 20 7946 0958;+44 7700 900123\nD;0033 1 42 76 40 40;\nE;unbekannt;\n';
    expect(chosen('phone_validation', list, 'US')).toEqual({ phone_number: 'Telefon' });
    expect(chosen('phone_validation', list, 'DE')).toEqual({ phone_number: 'Telefon' });
  });

  it('are the first of numbered ones, and not a further one, that fit alike', () => {
    const of = (names: string) =>
      chosen('phone_validation', `${names}\n+12125550142,+14155552671\n+12125550143,+13035550188`);
    expect(of('phone1,phone2')).toEqual({ phone_number: 'phone1' });
    expect(of('Telefono 2,Telefono')).toEqual({ phone_number: 'Telefono' });
    expect(of('Alternate tel,Main tel')).toEqual({ phone_number: 'Main tel' });
    expect(of('Phone (Direct),Phone (Main)')).toEqual({ phone_number: 'Phone (Main)' });
    expect(of('Line 1,Desk 2')).toEqual({});
  });

  it('of user names are addresses, or called so, and no words of any kind', () => {
    const of = (list: string) => chosen('network_profile_lookup', list);
    const rows = (second: string, third: string) => `Acme,${second}\nFoo,${third}\n`;
    expect(of(`Company,Platform\n${rows('fb', 'ig')}`)).toEqual({});
    const urls = rows('https://www.linkedin.com/in/ada-king', 'linkedin.com/in/bo-li');
    expect(of(`Company,Person\n${urls}`)).toEqual({ profile_url: 'Person' });
    const names = rows('ada-king', 'bo-li');
    expect(of(`Company,Username\n${names}`)).toEqual({ profile_url: 'Username' });
    expect(of('Who\nada-king\nbo-li\n')).toEqual({ profile_url: 'Who' });
    const accounts = 'Name,Who,Network\nNASA,@nasa,instagram\nESA,@esa,tiktok\n';
    expect(chosen('social_profile_check', accounts)).toEqual({
      handle: 'Who',
      platform: 'Network',
    });
  });

  it('of sites with a port are values from the first row on', () => {
    for (const list of ['example.com:80\nexample.org:80\n', 'example.com:80,A\nexample.org:80,B\n'])
      expect(chosen('domain_age', list)).toEqual({ domain: 'Column 1' });
    expect(chosen('domain_age', 'Site\nexample.com:80\nexample.org:80\n')).toEqual({
      domain: 'Site',
    });
  });

  it('are left open where two of one name hold different values', () => {
    const rows = '+12125550142,+14155552671\n+12125550143,+13035550188\n';
    for (const names of ['Phone,Phone', 'phone,PHONE', 'Phone number,phone_number'])
      expect(chosen('phone_validation', `${names}\n${rows}`), names).toEqual({});
    const mails = 'Email,Name,Email\nann@acme.com,Ann,ann@home.org\nbo@foo.org,Bo,bo@bar.net\n';
    expect(chosen('email_validation', mails)).toEqual({});
    const repeated = 'Phone,Phone\n+12125550142,+12125550142\n+12125550143,\n+12125550144,\n';
    expect(chosen('phone_validation', repeated)).toEqual({ phone_number: 'Phone' });
  });

  it('differ in two rows where another repeats its cell', () => {
    const sent = 'Sent To,From\nann@acme.com,news@shop.com\nbo@foo.org,news@shop.com\n';
    expect(chosen('email_validation', sent)).toEqual({ email: 'Sent To' });
  });

  it('are no times or coordinates by their names', () => {
    const list = 'Timestamp,Lat\n1700000000,40.71\n1700000100,40.72\n';
    expect(chosen('phone_validation', list)).toEqual({});
  });

  it.each([
    'name,company\nAnn,Acme\nBo,Foo',
    'Ansprechpartner,Kunde\nUwe Ott,Ott Bau\nIna Kuhn,Kuhn',
    "Nom du contact,Nom de l'entreprise\nLuc Roy,Leroy\nLéa Bon,Petit",
    'ИНН,Наименование организации\n7707083893,Ромашка\n7736050003,Лютик',
    'Registered Agent,Entity Name\nCT,Acme\nCSC,Foo',
  ])('of companies are called so rather than by a name alone: %s', (list) => {
    const [, called = ''] = list.split('\n', 1)[0]?.split(',') ?? [];
    expect(chosen('business_lookup', list)).toEqual({ name: called });
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

  it('are those whose rows differ where another repeats the line or the address of its owner', () => {
    const calls = 'Src,Dst\n+12125550142,+18005550100\n+13035550188,+18005550100\n';
    const third = '+14155552671,+18005550100\n';
    expect(chosen('phone_spam', calls)).toEqual({ phone_number: 'Src' });
    expect(chosen('phone_spam', calls + third)).toEqual({ phone_number: 'Src' });
    const mails =
      'Customer email,Agent email\na@x.test,r@o.test\nb@x.test,r@o.test\nc@y.test,r@o.test\n';
    expect(chosen('email_validation', mails)).toEqual({ email: 'Customer email' });
    const named =
      'Ext,Phone\n2125550142,2125550100\n2125550143,2125550100\n2125550144,2125550100\n';
    expect(chosen('phone_validation', named)).toEqual({ phone_number: 'Phone' });
  });

  it('are no identifiers, amounts or dates, where nothing else may be a line either', () => {
    const orders =
      'Order Number,Date,Total\n1002003004,2026-11-02,19.99\n1002003005,2026-11-03,29.99\n';
    expect(chosen('phone_validation', orders, 'US')).toEqual({});
    const shop =
      'Customer ID,Phone,Country Code\n7001002003,44 12 34 56,DK\n7001002004,030 123456,DE\n';
    expect(chosen('phone_validation', shop)).toEqual({
      phone_number: 'Phone',
      country: 'Country Code',
    });
    const bare = '030 901820;DE\n01 5123456;AT\n';
    expect(chosen('phone_validation', bare)).toMatchObject({ phone_number: 'Column 1' });
  });

  it.each(['Tel-Nr', 'Phone Customer', 'Phone - Member'])('are lines by %s', (name) => {
    const list = `${name};Anrufer\n030 901820;089 2345678\n0228 123456;089 2345679\n`;
    expect(chosen('phone_validation', list, 'DE')).toEqual({ phone_number: name });
  });

  it('are no postal codes, stocks or times, and in Turkey a mobile is called like Brazil’s code', () => {
    const codes = 'Nome;CPF;CEP\nAna;12345678901;18010-010\nRui;22345678902;01310-100\n';
    expect(chosen('phone_validation', codes, 'BR')).toEqual({});
    const turkish = 'Ad;Cep\nElif;0532 123 45 67\nCan;0541 234 56 78\n';
    expect(chosen('phone_validation', turkish, 'TR')).toEqual({ phone_number: 'Cep' });
    for (const name of ['created_at', 'Bestand', 'Parcel No', '在庫数', 'last_seen_at'])
      expect(
        chosen('phone_validation', `Name,${name}\nA,1709543564\nB,1709543999\n`, 'US'),
      ).toEqual({});
    const versions = 'Device,Firmware,Build\nA,15.2.7.3,1\nB,4.12.0.3,2\n';
    expect(chosen('ip_lookup', versions)).toEqual({});
  });

  it('are of the line that is reported, not of who reports it', () => {
    const rows = '(918) 584-2240,(918) 260-7713\n(503) 226-4411,(503) 705-9921\n';
    for (const [reporter, reported] of [
      ['Reporter phone', 'Calling number'],
      ['Complainant phone', 'Spam number'],
      ['Victim phone', 'Suspect number'],
    ])
      expect(chosen('phone_spam', `${reporter},${reported}\n${rows}`, 'US')).toEqual({
        phone_number: reported,
      });
  });

  it('are no user names with their servers beside addresses of mail', () => {
    const handles = 'Name,Fediverse,Kontakt\nAnnika,@annika@chaos.social,annika@web.de\n';
    expect(chosen('email_validation', handles)).toEqual({ email: 'Kontakt' });
    const alone = 'Name,Mastodon,Ort\nAnnika,@annika@chaos.social,Husum\n';
    expect(chosen('email_validation', alone)).toEqual({});
  });

  it('are titles of places in the export of a map, and employers before persons', () => {
    const map = 'place_id,title,address,rating\nChIJ1,Pillai Traders,MG Road 21,4.5\n';
    expect(chosen('business_lookup', map)).toEqual({ name: 'title' });
    const people = 'First Name,Title,Email\nAnn,Owner,ann@example.com\n';
    expect(chosen('business_lookup', people)).toEqual({});
    const staff = 'Name,Employer,Occupation\nAnn Lee,Lee Foods,Cook\n';
    expect(chosen('business_lookup', staff)).toEqual({ name: 'Employer' });
  });

  it('are filled rather than mostly empty, and of the thing that the main one is of', () => {
    const leads =
      'Cell Phone,Alternate Phone\n(303) 555-0131,\n(303) 555-0132,(720) 555-0190\n(303) 555-0133,\n';
    expect(chosen('phone_scrub', leads, 'US')).toEqual({ phone_number: 'Cell Phone' });
    const parcels =
      'Property Address,Property City,Mailing Address,Mailing City\n12 Elm St,Denver,PO Box 9,Aurora\n34 Oak Ave,Denver,77 Fir Rd,Boise\n';
    expect(chosen('property_lookup', parcels)).toEqual({
      address: 'Property Address',
      city: 'Property City',
    });
  });

  it('are no addresses of a network within where others are public', () => {
    const hops = 'src,dst\n10.0.0.4,8.8.8.8\nfd00::7,1.1.1.1\n100.64.0.9,9.9.9.9\n';
    expect(chosen('ip_lookup', hops)).toEqual({ ip: 'dst' });
    const within = 'host,lan\na,10.0.0.4\nb,10.0.0.7\n';
    expect(chosen('ip_lookup', within)).toEqual({ ip: 'lan' });
    const both = 'src,dst\n203.0.113.7,8.8.8.8\n198.51.100.4,1.1.1.1\n198.51.100.9,9.9.9.9\n';
    expect(chosen('ip_lookup', both)).toEqual({});
  });

  it('are no addresses of no host, and the first of those that repeat one another', () => {
    const blocked =
      'Source,Destination,NAT Source IP\n45.155.205.233,10.0.0.5,0.0.0.0\n185.220.101.34,10.0.0.5,0.0.0.0\n';
    expect(chosen('ip_lookup', blocked)).toEqual({ ip: 'Source' });
    const opted = 'Optin IP,Confirm IP\n81.2.69.142,81.2.69.142\n93.184.216.34,\n8.8.8.8,8.8.8.8\n';
    expect(chosen('ip_lookup', opted)).toEqual({ ip: 'Optin IP' });
    const other = 'Optin IP,Confirm IP\n81.2.69.142,81.2.69.143\n93.184.216.34,\n';
    expect(chosen('ip_lookup', other)).toEqual({ ip: 'Optin IP' });
    expect(chosen('ip_lookup', `${other}8.8.8.8,9.9.9.9\n1.1.1.1,1.0.0.1\n`)).toEqual({});
  });

  it('are not those of staff or of the next of kin, or that differ less from row to row', () => {
    const tickets =
      'Requester email,Queue email\na@x.test,q@o.test\nb@x.test,q@o.test\nc@y.test,p@o.test\n';
    expect(chosen('email_validation', tickets)).toEqual({ email: 'Requester email' });
    const staff =
      'Work Mobile,Next of Kin Tel\n07912 345678,020 7946 0101\n07912 345679,0161 496 0102\n';
    expect(chosen('phone_validation', staff, 'GB')).toEqual({ phone_number: 'Work Mobile' });
    const calls =
      'From,To\n+12125550142,+14155552671\n+12125550142,+13035550188\n+12125550143,+16175550123\n';
    expect(chosen('phone_validation', calls)).toEqual({});
  });

  it.each(['Celular acompañante', 'Handy Begleitperson', 'Guarantor mobile', '緊急連絡先電話'])(
    'are not those of one beside: %s',
    (aside) => {
      const names = `Id,Mobil,${aside}`;
      const people = `${names}\nHC-1,+573104827716,+573157720948\nHC-2,+573012938475,\nHC-3,+573187164402,+573206618830\n`;
      expect(chosen('phone_validation', people)).toEqual({ phone_number: 'Mobil' });
      const other = people.replace('Mobil', 'Line');
      expect(chosen('phone_validation', other)).toEqual({ phone_number: 'Line' });
    },
  );

  it('are no remarks with an @, and are addresses with typos where they are called so', () => {
    const bios = 'handle,bio\n@nina,bread @ home\n@tor,running @nordmarka\n@vik,8-18 @ the mall\n';
    expect(chosen('email_validation', bios)).toEqual({});
    const typos = 'Email,By\njo@ann @a.test,x@a.test\ncem@@b.test,y@b.test\nli@c,z@c.test\n';
    expect(chosen('email_validation', typos)).toEqual({ email: 'Email' });
    expect(chosen('email_validation', bios.replace(',bio', ',mail'))).toEqual({ email: 'mail' });
  });

  it('are not counted where another column is not', () => {
    const bare =
      '4055550100,Ann,(405) 555-0117\n4055550101,Bo,(405) 555-0118\n4055550103,Cy,(405) 555-0119\n';
    expect(chosen('phone_validation', bare, 'US')).toMatchObject({ phone_number: 'Column 3' });
  });

  it('of any text are only those called so', () => {
    expect(chosen('keyword_metrics', 'id,notes\nx1,tea\nx2,tea\nx3,tea\n')).toEqual({});
  });

  it('are abbreviated as registers of land do, and the platform of an account', () => {
    const parcels =
      'SITUS_ADDR,SITUS_CITY,MAIL_ADDR,MAIL_CITY\n12 MAIN ST,MESA,PO BOX 7,TEMPE\n9 OAK RD,MESA,1 ELM AVE,BOISE\n';
    expect(chosen('property_lookup', parcels)).toEqual({
      address: 'SITUS_ADDR',
      city: 'SITUS_CITY',
    });
    const accounts = 'Username,Network\nann,instagram\nbo,twitch\n';
    expect(chosen('social_profile_check', accounts)).toEqual({
      handle: 'Username',
      platform: 'Network',
    });
  });

  it('are named by whose they are, but for the country of a number', () => {
    const accounts =
      'Vendor Name,Shipping City,Billing City,Billing State,Account Manager Email\nAcme,Reno,Troy,MI,a@o.test\nBolt,Elko,Rome,NY,b@o.test\n';
    expect(chosen('business_verify', accounts)).toEqual({
      ...{ name: 'Vendor Name', city: 'Billing City', state: 'Billing State' },
    });
    const orders = 'Phone,Billing Country\n2125550142,US\n4155552671,US\n';
    expect(chosen('phone_validation', orders, 'US')).toEqual({ phone_number: 'Phone' });
    const suppliers = 'Firma;Ort;Tel.;Mail;Web\nAcme;Bonn;0228 123456;a@a.test;a.test\n';
    expect(chosen('business_verify', suppliers, 'DE')).toEqual({
      ...{ name: 'Firma', city: 'Ort', phone: 'Tel.', email: 'Mail', website: 'Web' },
    });
  });

  it('are read with the other fields of their rows', () => {
    const people =
      'Full Name,Company,Company Domain,LinkedIn\nAnn Lee,Acme,acme.com,linkedin.com/in/annlee\nBo Ray,Bolt,bolt.io,linkedin.com/in/boray\n';
    expect(chosen('b2b_contact_append', people)).toEqual({
      ...{ network_url: 'LinkedIn', name: 'Full Name', company_domain: 'Company Domain' },
    });
    const nameless = 'Email,Domain\na@acme.com,acme.com\nb@bolt.io,bolt.io\n';
    expect(chosen('b2b_contact_append', nameless)).toEqual({
      email: 'Email',
      company_domain: 'Domain',
    });
    const accounts = 'Who,Platform,Note\nann_lee,twitter,has tea\nbo_ray,tiktok,no tea\n';
    expect(chosen('social_profile_check', accounts)).toEqual({
      handle: 'Who',
      platform: 'Platform',
    });
    const lines =
      'Land;Anschluss;Bestellung\nDE;030 23125000;0228123456\nAT;01 51444000;0228123457\nDE;089 2351000;0228123459\n';
    expect(chosen('phone_validation', lines, 'US')).toMatchObject({ phone_number: 'Anschluss' });
  });

  it('are distinguished by what would be looked up', () => {
    const sites =
      'Prospect,Our page\na.com,https://o.com/1\nb.org,https://o.com/2\nc.net,https://o.com/3\n';
    expect(chosen('domain_authority', sites)).toEqual({ domain: 'Prospect' });
    const same =
      'Company Domain Name,Website URL\na.com,https://www.a.com/home\nb.org,http://b.org\nc.net,\n';
    expect(chosen('company_firmographics', same)).toEqual({ domain: 'Company Domain Name' });
    const pages =
      'Account,LinkedIn Company Page\nA1,https://www.linkedin.com/company/one\nB2,https://www.linkedin.com/company/two\nC3,https://www.linkedin.com/company/three\n';
    expect(chosen('company_profile_lookup', pages)).toEqual({
      profile_url: 'LinkedIn Company Page',
    });
    const figures =
      'Nome;Profilo;Follower\nChiara Bassi;@chiarabassi;48.200\nDino Po;@dino.po;9.100\n';
    expect(chosen('social_profile_check', figures)).toEqual({ handle: 'Profilo' });
    const files = 'Subject,File\na.com,a.crt\nb.org,b.crt\n';
    expect(chosen('domain_age', files)).toEqual({ domain: 'Subject' });
    expect(chosen('domain_age', 'Host,Note\na.intern,x y\nb.intern,z y\n')).toEqual({
      domain: 'Host',
    });
  });

  it('of addresses are not pictures', () => {
    const videos =
      'Watch,Thumbnail\nhttps://youtu.be/abcdefghijk,https://i.ytimg.com/vi/abcdefghijk/hq.jpg\n';
    expect(chosen('video_transcript', videos)).toEqual({ url: 'Watch' });
  });

  it.each([
    ['phone_validation', 'Ditta,P.IVA,Cell.\nBar,12345670017,347 1234567\n', 'Cell.'],
    ['email_validation', 'user.id,user.email\nu1,a@x.test\nu2,b@y.test\n', 'user.email'],
    ['ip_lookup', 'host.id,host.ip\nh1,8.8.8.8\nh2,1.1.1.1\n', 'host.ip'],
    ['domain_age', 'example.com,Ann\nexample.org,Bo\n', 'Column 1'],
  ])('of %s have names with dots where no host is below: %j', (type, head, name) => {
    expect(Object.values(chosen(type, head, 'IT'))).toEqual([name]);
  });

  it.each([
    ['keyword_metrics', 'Palabra clave;Volumen\nzapatos;1200\nbolso;880\n', 'Palabra clave'],
    ['keyword_metrics', 'Słowo kluczowe;Liczba\nbuty;100\ntorba;50\n', 'Słowo kluczowe'],
    ['keyword_metrics', 'キーワード,検索数\n赤い靴,100\n鞄,50\n', 'キーワード'],
    ['keyword_metrics', 'Top queries,Clicks\nred shoes,12\nbag,8\n', 'Top queries'],
    ['business_lookup', 'Obchodní firma;IČO\nČEZ;45274649\nTesla;27082440\n', 'Obchodní firma'],
    ['business_lookup', '会社名,担当\n山田商店,佐藤\n鈴木工業,田中\n', '会社名'],
    ['company_firmographics', 'Sito;Dominio mail\na.test;m.test\nb.test;n.test\n', 'Sito'],
    ['email_validation', 'E-post;Chef\na@x.test;b@x.test\nc@x.test;d@y.test\n', 'E-post'],
    [
      'phone_validation',
      'Caller ID,Agent\n2125550142,2125550100\n2125550143,2125550101\n',
      'Caller ID',
    ],
    [
      'phone_validation',
      'Order,WhatsApp\n2125550142,2125550100\n2125550143,2125550101\n',
      'WhatsApp',
    ],
  ])('of %s are called so in other languages: %j', (type, head, name) => {
    expect(Object.values(chosen(type, head, 'US'))).toEqual([name]);
  });

  it('are the first of two that hardly differ, and without names those whose rows differ', () => {
    const last = ['87', '42', '99', '11', '63'];
    const lines = last.map((two) => `21255501${two},21255501${two === '11' ? '19' : two}`);
    const orders = ['Billing Phone,Shipping Phone', ...lines].join('\n');
    expect(chosen('phone_validation', orders)).toEqual({ phone_number: 'Billing Phone' });
    const routers = 'a,4.8.21.7,91.214.82.17\nb,4.8.21.7,185.48.21.73\nc,4.7.1.3,45.148.21.7\n';
    expect(chosen('ip_lookup', routers)).toEqual({ ip: 'Column 3' });
  });

  it.each([
    [
      'email_validation',
      'Owner Email,Lead Email\nrep@crm.com,ann@acme.com\nrep@crm.com,bo@foo.org\n',
      'Lead Email',
    ],
    ['email_validation', 'Name,Owner Email\nAnn,ann@acme.com\nBo,bo@foo.org\n', 'Owner Email'],
    [
      'ip_lookup',
      'User,Last seen at,Agent version\na,81.2.69.142,4.12.0.3\nb,93.184.216.34,4.12.0.4\n',
      'Last seen at',
    ],
    [
      'ip_lookup',
      'Netmask,Uplink\n255.255.255.0,81.2.69.142\n255.255.0.0,93.184.216.34\n',
      'Uplink',
    ],
    ['business_lookup', 'Job title,Employer\nNurse,Charité\nCook,Savoy\n', 'Employer'],
    ['business_lookup', 'Product,Client\nX,Acme Inc.\nY,Foo AG\n', 'Client'],
    ['business_lookup', 'Client,Company\nAnn,Acme Inc.\nBo,Foo AG\n', 'Company'],
  ])('of %s are the subject of a row rather than something beside it: %j', (type, head, name) => {
    expect(Object.values(chosen(type, head))).toEqual([name]);
  });

  it.each([
    ['Lead Name,Company / Account,Email\nAnn Lee,Acme Inc.,a@x.test\n', 'Company / Account'],
    ['Person - Name,Person - Organization\nAnn,Acme\nBo,Foo\n', 'Person - Organization'],
    ['Name,Organization 1 - Name\nAnn,Acme\nBo,Foo\n', 'Organization 1 - Name'],
    ['Name,Is a Company\nAcme SA,True\nFoo NV,True\n', 'Name'],
    ['Organization - Owner,Organization - Name\nJim,Acme\nKim,Foo\n', 'Organization - Name'],
    ['Company ID,Company Size,Company\nA1,10-50,Acme\nB2,51-99,Foo\n', 'Company'],
    ['agency_name,recipient_name\nNavy,BOEING CO\nNavy,ACME INC\n', 'recipient_name'],
    ['CIK,Company Conformed Name\nX1,Apple Inc.\nY2,IBM\n', 'Company Conformed Name'],
    ['Código,Proveedor,Contacto\nA,Andina S.A.,Ana\nB,Sur S.L.,Eva\n', 'Proveedor'],
    ['Nr;Leverancier;Contactpersoon\nA;Bakker BV;Jan\nB;Visser NV;Piet\n', 'Leverancier'],
    ['№;Поставщик;Контактное лицо\nА;ООО Ромашка;Иван\nБ;АО Магнит;Пётр\n', 'Поставщик'],
    ['法人番号,商号又は名称,所在地\nA1,山田商店,東京\nB2,鈴木工業,大阪\n', '商号又は名称'],
    [
      'Name (Adressattyp Unternehmen);Unternehmensgegenstand;Ort\nOtt GmbH;Bau;Ulm\nKuhn KG;;Bonn\n',
      'Name (Adressattyp Unternehmen)',
    ],
  ])('of companies are those with a word for one, and no property of it: %j', (head, name) => {
    expect(chosen('business_lookup', head).name).toBe(name);
  });

  it.each([
    ['employee_no,direct_line,fax\n100234,020 7946 0018,020 7946 0019\n', 'direct_line'],
    ['Nombre,Número de contacto\nAna,612345678\nEva,622345678\n', 'Número de contacto'],
    ['Паспорт,Сотовый\n4510123456,8 916 123-45-67\n4511123457,8 926 123-45-67\n', 'Сотовый'],
    ['Tel. 1,Tel. 2\n612345678,\n622345678,912345678\n', 'Tel. 1'],
  ])('of numbers of an unknown country are called so: %j', (head, name) => {
    expect(chosen('phone_validation', head)).toEqual({ phone_number: name });
  });

  it.each([
    ['phone_validation', 'Student Cell,Parent Cell\n2127365000,2127365001\n', 'Student Cell'],
    ['email_validation', 'Email,Parent Email\na@x.test,b@x.test\n', 'Email'],
    ['phone_validation', 'Direct Phone,Company HQ Phone\n2127365000,2127365001\n', 'Direct Phone'],
    ['domain_age', 'hostname,cname\na.test.com,b.cdn.net\nb.test.org,c.cdn.net\n', 'hostname'],
  ])('of %s are those of the person of a row: %j', (type, head, name) => {
    expect(Object.values(chosen(type, head, 'US'))).toEqual([name]);
  });

  it.each([
    [
      'business_lookup',
      'CompanyName,RegAddress.CareOf,PreviousName_1.CompanyName\nACME LTD,,OLD ACME\nFOO LTD,,\n',
      'CompanyName',
    ],
    ['phone_validation', 'uid,phone_e164\n1,+12127365000\n2,+442079460018\n', 'phone_e164'],
  ])('of %s are named by fields of records and standards: %j', (type, head, name) => {
    expect(Object.values(chosen(type, head))).toEqual([name]);
  });

  it.each([
    ['phone_validation', 'Họ tên,SĐT,SĐT phụ huynh\nAn,0912345678,0382839471\n', 'SĐT', 'VN'],
    [
      'phone_validation',
      'Клиент,Телефон,Телефон менеджера\nИ,89161234567,84951112233\n',
      'Телефон',
      'RU',
    ],
    ['email_validation', 'Guest Email,Host Email\na@x.test,b@x.test\n', 'Guest Email', 'US'],
    [
      'email_validation',
      'Correo cliente,Correo vendedor\na@x.test,b@x.test\n',
      'Correo cliente',
      'ES',
    ],
    [
      'email_validation',
      'User principal name,Alternate email\na@x.test,b@x.test\n',
      'User principal name',
      'US',
    ],
    [
      'ip_lookup',
      'ip_address,version\n10.20.4.17,8.10.0.21\n192.168.3.44,8.11.2.1\n',
      'ip_address',
      'US',
    ],
    ['ip_lookup', '@timestamp,clientip\n1,81.2.69.142\n2,93.184.216.34\n', 'clientip', 'US'],
    [
      'ip_lookup',
      'src_ip,dst_ip\n81.2.69.142,93.184.216.34\n81.2.69.143,93.184.216.35\n',
      'src_ip',
      'US',
    ],
    [
      'domain_age',
      'Klant,Domein,Registrar\nA,a.test.nl,transip.nl\nB,b.test.nl,versio.nl\n',
      'Domein',
      'NL',
    ],
    ['business_lookup', 'School,District\nLincoln High,D1\nRoosevelt,D2\n', 'School', 'US'],
    ['business_lookup', 'Name,School\nAcme Tacos,D1\nFoo Cafe,D2\n', 'Name', 'US'],
    [
      'business_lookup',
      'Beguenstigter,Betrag\nREWE Markt GmbH,x\nDB Vertrieb,y\n',
      'Beguenstigter',
      'DE',
    ],
  ])('of %s are not of others beside the row: %j', (type, head, name, country) => {
    expect(Object.values(chosen(type, head, country))).toEqual([name]);
  });

  it('of a place are named after the thing, or by two words for one', () => {
    const list =
      'BorrowerName,BorrowerCity,BorrowerState,ServicingLenderName\nACME INC,AUSTIN,TX,First Bank\n';
    expect(chosen('business_lookup', list)).toEqual({
      ...{ name: 'BorrowerName', city: 'BorrowerCity', state: 'BorrowerState' },
    });
    const sold = 'ADDRESS,CITY,STATE OR PROVINCE,ZIP OR POSTAL CODE\n1 Main St,Austin,TX,78701\n';
    expect(Object.keys(chosen('property_lookup', sold))).toHaveLength(4);
  });

  it('of the owner and the tenant of a property are left open', () => {
    const lines = ['Acme,2125550187,2125550142', 'Foo,2125550199,2125550111', 'Bar,2125550163,'];
    const list = ['Business,Owner Phone,Tenant Phone', ...lines].join('\n');
    expect(chosen('phone_validation', list)).toEqual({});
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

  it.each([
    [
      'phone_validation',
      'FR',
      'from',
      'line,number,from,to\nAccueil,+33 5 49 00 00 00,+33671248803,+33549000000\nAccueil,+33 5 49 00 00 00,+33781339012,+33549000000\nAccueil,+33 5 49 00 00 00,+33612448790,+33549000000\n',
    ],
    [
      'phone_validation',
      'GB',
      'Customer Number',
      'Agent,DDI,Customer Number\nJo,02079460000,07911123456\nAl,02079460000,07912345678\nJo,02079460001,02079461234\n',
    ],
    [
      'phone_validation',
      'IN',
      'Customer No.',
      'Sr No,Agent No.,Customer No.,Virtual No.\n1,9810011111,9876543210,08045678900\n2,9810011111,9123456789,08045678900\n3,9810022222,9988776655,08045678900\n',
    ],
    [
      'phone_validation',
      'US',
      'Guardian Phone',
      'Student,Guardian Phone,School Phone\nAnn,3127365143,3127369000\nBob,4157365143,3127369000\nCy,6467365177,3127369000\n',
    ],
    [
      'phone_validation',
      'CA',
      'Tél. cellulaire',
      'Nom,Tél. maison,Tél. cellulaire\nRoy,514-736-0143,438-736-0177\nGagnon,450-736-0143,579-736-0177\n',
    ],
    [
      'email_validation',
      'US',
      'recipient',
      'event,recipient,sender\nsent,a@x.test,bounce@b.test\nsent,b@y.test,bounce@c.test\n',
    ],
    [
      'phone_validation',
      'DE',
      'Telefon Kunde',
      'Absender Telefon,Telefon Kunde\n030 12345678,030 23456789\n030 12345679,030 23456780\n',
    ],
    [
      'email_validation',
      'DE',
      'Mitarbeiter E-Mail',
      'Vorgesetzter E-Mail,Mitarbeiter E-Mail\nchef@x.test,a@x.test\nboss@x.test,b@x.test\n',
    ],
    [
      'email_validation',
      'US',
      'Learner Email',
      'Instructor Email,Learner Email\nt@x.test,a@x.test\nu@x.test,b@x.test\n',
    ],
    [
      'ip_lookup',
      'US',
      'Client IP',
      'Resolver IP,Client IP\n8.8.8.8,203.0.113.10\n8.8.4.4,203.0.113.11\n',
    ],
    [
      'ip_lookup',
      'US',
      'srcip',
      'devname,srcip,dstip\nF,8.8.8.8,203.0.113.10\nF,1.1.1.1,203.0.113.11\nF,9.9.9.9,203.0.113.12\n',
    ],
    [
      'ip_lookup',
      'US',
      'Source address',
      'Source address,Destination address,NAT Source IP\n8.8.8.8,20.1.1.1,20.1.1.3\n1.1.1.1,20.1.1.2,20.1.1.4\n',
    ],
    [
      'ip_lookup',
      'US',
      'x_forwarded_for',
      'x_forwarded_for,elb_ip\n8.8.8.8,20.1.1.1\n1.1.1.1,20.1.1.2\n',
    ],
    [
      'business_lookup',
      'NZ',
      '*ContactName',
      '*ContactName,EmailAddress,FirstName\nAlfa Ltd,a@x.test,Ann\nBeta Ltd,b@x.test,Bob\n',
    ],
    [
      'property_lookup',
      'US',
      'SITUS',
      'PARCELID,SITUS,SITUSCITY,SITUSZIP,MAILADR1\n1,12 OAK ST,AUSTIN,78701,PO BOX 1\n2,34 ELM AVE,AUSTIN,78702,56 PINE RD\n',
    ],
    [
      'property_lookup',
      'US',
      'Subject Property',
      'Subject Property,Borrower Address\n"12 Oak St, Austin, TX 78701","9 Low Rd, Dallas, TX 75201"\n"34 Elm Ave, Austin, TX 78702","8 High St, Waco, TX 76701"\n',
    ],
    [
      'link_in_bio_lookup',
      'US',
      'externalUrl',
      'username,externalUrl,profilePicUrl\nann,https://linktr.ee/annlee,https://cdn.test.com/a.jpg\nbob,https://linktr.ee/bobray,https://cdn.test.com/b.jpg\n',
    ],
  ])('of %s in %s are %s, not the list owner’s or another’s', (type, country, name, list) => {
    expect(Object.values(chosen(type, list, country))[0]).toBe(name);
  });

  it('are no numbers of customers that are ids', () => {
    const ids = 'Customer Number,Total\n1002003004,1\n1002003005,2\n1002003006,3\n';
    expect(chosen('phone_validation', ids, 'US')).toEqual({});
  });

  it('are no words, short figures or amounts that read as a phone number', () => {
    const schools =
      '"Elm School","2200 Chestnut St",19103\n"Oak School","601 Carpenter Street",19147\n' +
      '"Ash School","640 Waterworks Dr",19130\n';
    expect(chosen('phone_validation', schools, 'US')).toEqual({});
    const people =
      'Lee_Ann,5551112233,678 Elm St_Troy\nRay_Bob,5550671855,789 Oak St_Rome\n' +
      'Fox_Cid,5557778899,852 Ash St_Bonn\n';
    expect(chosen('phone_validation', people, 'US')).toEqual({ phone_number: 'Column 2' });
    const numbered =
      'NOME,NUMERO,VIA\nBianchi,1,Via Po 5\nRossi,2,Via Elba 7\nVerdi,31,Corso Re 9\n';
    expect(chosen('phone_validation', numbered, 'IT')).toEqual({});
    const sales = 'A1,9200000,385\nA2,5100000,195\nA3,1650000,55\n';
    expect(chosen('phone_validation', sales, 'US')).toEqual({});
    const round = '1,+12129555000\n2,+12129556000\n3,+12129557000\n';
    expect(chosen('phone_validation', round, 'US')).toEqual({ phone_number: 'Column 2' });
    const extensions = 'Name,Telefon\nAnn,123\nBob,124\n';
    expect(chosen('phone_validation', extensions, 'DE')).toEqual({ phone_number: 'Telefon' });
    const words = 'Name,Line\nAnn,1-800-FLOWERS\nBob,1-800-356-9377\n';
    expect(chosen('phone_validation', words, 'US')).toEqual({ phone_number: 'Line' });
  });

  it('are the filled one of several kinds, though its numbers repeat', () => {
    const lines =
      'Mobile Phone,Pager,Home Phone\n+1 555 3227 8544,+1 555 3227 8543,+1 555 3227 8545\n' +
      '+1 555 3227 8543,,\n+1 555 3227 8543,,\n';
    expect(chosen('phone_validation', lines, 'US')).toEqual({ phone_number: 'Mobile Phone' });
  });

  it('are businesses by their kind', () => {
    for (const name of [
      'FARMACIA',
      'Apotheke',
      'Ristorante',
      'Clínica',
      'Name of School',
      'Аптека',
    ]) {
      const list = `Nr,${name},Zone\n7,Alfa,A\n8,Beta,B\n9,Gamma,A\n`;
      expect(chosen('business_lookup', list), name).toEqual({ name });
    }
  });
});

describe('the first line of a list of words', () => {
  it('is one of them unless it is a usual name of a column', () => {
    const hasHeader = (text: string) => listDialect(text, true).hasHeader;
    for (const first of ['ALFA SEGUROS', 'Alfa GmbH', 'buy red shoes', 'ann.lee', '4 Life'])
      expect(hasHeader(`${first}\nBETA SEGUROS\nGAMMA VIDA S.A.\n`), first).toBe(false);
    for (const first of ['Company', 'company_name', 'Empresa', 'Keyword', 'Handle', 'Person'])
      expect(hasHeader(`${first}\nBETA SEGUROS\nGAMMA VIDA S.A.\n`), first).toBe(true);
    expect(hasHeader('Our list\nann@x.test\nbob@y.test\n')).toBe(true);
    expect(hasHeader('Alfa;Rome\nBeta;Bonn\n')).toBe(true);
    expect(hasHeader('Title\n\nName,Phone\nAnn,+12125550142\n')).toBe(true);
  });
});
