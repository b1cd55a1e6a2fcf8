import { describe, expect, it } from 'vitest';
import { foldCompanyName } from '../../src/domain/place/place-name.ts';
import { bestAdvertiser, isAdvertiser } from '../../src/domain/social/advertiser-match.ts';

describe('a company name as it is compared', () => {
  it.each([
    ['Zorbax SE', 'zorbax'],
    ['Zorbax AG & Co. KGaA', 'zorbax'],
    ['Zorbax Comércio Ltda.', 'zorbax comercio'],
    ['Grupo Zorbax, S.A.B. de C.V.', 'grupo zorbax'],
    ['Zorbax S. de R.L. de C.V.', 'zorbax'],
    ['Zorbax Sp. z o.o. Sp.k.', 'zorbax'],
    ['Zorbax spol. s r.o.', 'zorbax'],
    ['Zorbax GK', 'zorbax'],
    ['EURL Zorbax', 'zorbax'],
    ['ООО «Зорбакс»', 'зорбакс'],
    ['شركة زورباكس', 'زورباكس'],
    ['Zorbax Sanayi ve Ticaret A.Ş.', 'zorbax'],
    ['Zorbax Sociedade Unipessoal, Lda.', 'zorbax'],
    ['左巴科技有限公司', '左巴科技'],
    ['株式会社ゾルバ', foldCompanyName('ゾルバ')],
    ['Zorbax (Pty) Ltd', 'zorbax'],
    ['The Limited', 'limited'],
    ['24 The Street Ltd', '24 the street'],
    ['H & M Sdn Bhd', 'h and m'],
    ['Pizzeria Inh. Rossi e.K.', 'pizzeria inh rossi'],
    // Spelled out, in other scripts, before the name, and with what Italians and Brazilians add.
    ['Общество с ограниченной ответственностью «Зорбакс»', 'зорбакс'],
    ['Công ty TNHH Một thành viên Zorbax', 'zorbax'],
    ['บริษัท ซอร์แบกซ์ จำกัด (มหาชน)', 'ซอร์แบกซ์'],
    ['שורבקס בע"מ', 'שורבקס'],
    ['(株)ゾルバ', foldCompanyName('ゾルバ')],
    ['佐巴克斯(上海)贸易有限公司', '佐巴克斯 上海 贸易'],
    ['Zorbax S.A.S. E.S.P.', 'zorbax'],
    ['Zorbax I/S', 'zorbax'],
    ['Zorbax S.a.s. di Mario Rossi & C.', 'zorbax'],
    ['Zorbax S.r.l. in liquidazione', 'zorbax'],
    // A form before a name counts beside none, or beside a Romanian one.
    ['AS Zorbax', 'zorbax'],
    ['SAS Institute Inc.', 'sas institute'],
    ['SC Zorbax SRL', 'zorbax'],
    ['SC Johnson & Son, Inc.', 'sc johnson and son'],
    ['Standard Chartered PLC', 'standard chartered'],
    ['SE', 'se'],
    ['有限公司', '有限公司'],
    // A form before a quoted name; a word that is none, or none there, stays.
    ['MB „Zorbax namai“', 'zorbax namai'],
    ['РУП «Зорбакс»', 'зорбакс'],
    ['КП "Зорбакс"', 'зорбакс'],
    ['ФК «Зорбакс»', 'фк зорбакс'],
    ['Spa "Zorbax"', 'spa zorbax'],
    ['MB Zorbax', 'mb zorbax'],
    // Compounds, and forms in the language of the place.
    ['Zorbax Stiftung & Co. KG', 'zorbax'],
    ['Zorbax Stiftung', 'zorbax stiftung'],
    ['Зорбакс България ЕООД енд Ко. КД', 'зорбакс българия'],
    ['«Зорбақс» АҚ', 'зорбақс'],
    ['CTCP Zorbax Việt Nam', 'zorbax viet nam'],
    ['Zorbax Cymru Cyfyngedig', 'zorbax cymru'],
    ['Zorbax Holdings SOC Ltd', 'zorbax holdings'],
    ['Grand Zorbax SOC', 'grand zorbax soc'],
    ['บมจ. ซอร์แบกซ์', 'ซอร์แบกซ์'],
    ['生活協同組合ゾルバ', foldCompanyName('ゾルバ')],
    ['농업회사법인 조르박스 주식회사', foldCompanyName('조르박스')],
    // The article has no accent.
    ['Thế Giới Zorbax', 'the gioi zorbax'],
  ])('%s is %s', (name, folded) => expect(foldCompanyName(name)).toBe(folded));
});

describe('an advertiser asked for by brand', () => {
  it.each([
    ['Nike', 'Nike Retail B.V.', true],
    ['nike.com', 'NIKE Deutschland GmbH', true],
    ['Netflix', 'Netflix International B.V.', true],
    ['Nike Retail B.V.', 'Nike', true],
    ['Deliveroo', 'Roofoods Ltd (Deliveroo)', true],
    ['Deliveroo', 'Roofoods Ltd t/a Deliveroo', true],
    ['Philips', 'Koninklijke Philips N.V.', true],
    ['Lidl', 'Lidl Stiftung & Co. KG', true],
    ['PayPal', 'PayPal Europe S.a.r.l. et Cie S.C.A.', true],
    ['H&M', 'H & M Hennes & Mauritz AB', true],
    ['Amazon', 'Amazon Web Services, Inc.', true],
    ['H&M', 'H&M Plumbing and Heating', false],
    ['Philips', 'Philips Family Dentistry', false],
    ['Apple', 'Apple Leisure Group', false],
    ['Delta', 'Delta Dental', false],
    ['Walmart', 'Wal-Mart de México, S.A.B. de C.V.', true],
    ['Wal-Mart', 'Walmart Inc.', true],
    ['Philips', 'Philips Domestic Appliances Nederland B.V.', true],
    ['Gucci', 'Gucci America, Inc.', true],
    ['Gucci', 'Gucci Mane LLC', false],
    ['Versace', 'Versace Mansion LLC', false],
    ['Carrefour', 'Atacadão S.A. - Grupo Carrefour Brasil', true],
    ['Mars', 'Mars Petcare US, Inc.', true],
    ['Delta', 'Smith Travel - Delta Tours', false],
    ['Nike', 'Nikelodeon Retail Ltd', false],
    ['Nike', 'Just Nike', false],
    // Founders before their family name, which others may bear as well.
    ['Bosch', 'Robert Bosch Hausgeräte GmbH', true],
    ['Gucci', 'Guccio Gucci S.p.A.', true],
    ['Dior', 'Parfums Christian Dior', true],
    ['Porsche', 'Dr. Ing. h.c. F. Porsche AG', true],
    ['Bosch', 'Hieronymus Bosch', false],
    ['Ford', 'Tom Ford International LLC', false],
    ['Smith', 'Paul Smith Limited', false],
    ['Rolex', 'Montres Rolex SA', true],
    ['Evian', "S.A. des Eaux Minérales d'Evian", true],
    // Joined to its kind, with digits behind, or as a part of another.
    ['Citi', 'Citigroup Inc.', true],
    ['Glovo', 'Glovoapp23, S.A.', true],
    ['Nike', 'Nikemart Ltd', false],
    ['Vans', 'Vans, a division of VF Outdoor, LLC', true],
    // An ordinary word with others behind it is a company's where that is said.
    ['Discover', 'Discover Bank', true],
    ['Discover', 'Discover Puerto Rico', false],
    ['Sharp', 'Sharp HealthCare', false],
    ['Mini', 'Mini Golf Adventures Inc', false],
    ['Danone', 'Danone Nutricia Research', true],
    ['Nike', null, false],
    // The owner before the product, behind it, or before a dash.
    ['Nespresso', 'Nestlé Nespresso S.A.', true],
    ['Land Rover', 'Jaguar Land Rover Deutschland GmbH', true],
    ['Nest', 'Google Nest', true],
    ['Nivea', 'NIVEA Beiersdorf Türkiye', true],
    ['Lancôme', "L'Oréal Luxe - Lancôme", true],
    ['Tanishq', 'Titan Company Limited - Tanishq', true],
    ['King', 'Lion King LLC', false],
    ['Nike', 'We Love Shoes - Nike', false],
    // A chain's trade, where its name says more than a shop's does.
    ["Domino's", "Domino's Pizza LLC", true],
    ["Domino's", 'Dominos Pizza Deutschland GmbH', true],
    ['Lamborghini', 'Lamborghini Pizza House Ltd', false],
    ['Nivea', 'Nivea Cafe', false],
    // Written together or apart, headed by what it is, and with a form between commas.
    ['MediaMarkt', 'Media Markt TV-HiFi-Elektro GmbH', true],
    ['MediaMarkt', 'MediaMarktSaturn Retail Group GmbH', true],
    ['Master', 'MasterWorks Inc', false],
    ['Yves Rocher', 'Laboratoires de Biologie Végétale Yves Rocher', true],
    ['BBVA', 'BBVA México, S.A., Institución de Banca Múltiple', true],
    ['Volvo', 'AB Volvo (publ)', true],
    ['Disney', 'Walt Disney Studios', true],
    ['New Balance', 'New Balance Athletics, Inc.', true],
    ['New Balance', 'New Balance Yoga Studio LLC', false],
    ['Monday', 'Monday Morning Coffee Co', false],
    ['Ariel', 'Ariel Winter Photography Inc', false],
    ['Ola', 'Ola Kids Academy', false],
    ['BMW', 'BMW Motorrad', true],
    ['Huggies', 'Huggies Daycare LLC', false],
    ['Qatar Airways', 'Qatar Airways Group Q.C.S.C.', true],
    ['Nescafé', 'Nestlé Nescafé Dolce Gusto', true],
    // Under a coined brand no other is registered; dealers are, and those who say what they are.
    ['Epson', 'Seiko Epson Corporation', true],
    ['Airtel', 'Bharti Airtel Limited', true],
    ['Mazda', 'Galpin Mazda LLC', false],
    ['Epson', 'Repair Epson Limited', false],
    ['Epson', 'Seiko Epson', false],
    ["Wendy's", "Wendy's Restaurants of Canada Inc.", true],
    ['Iberia', 'Iberia Líneas Aéreas de España, S.A. Operadora', true],
    ['La Roche-Posay', 'La Roche-Posay Laboratoire Dermatologique', true],
    ['Three', 'Hutchison 3G UK Limited (trading as Three)', true],
    // A common word is another's name too, whatever form is behind it; letters are none.
    ['Grab', 'Grab & Go Catering Ltd', false],
    ['Chime', 'Chime Health, Inc.', false],
    ['Chime', 'Chime Financial, Inc.', true],
    ['Shell', 'Shell Energy Retail Limited', true],
    ['Shell', 'Shell Energy Limited', false],
    ['UPS', 'The UPS Store', true],
    ['Kindle', 'Amazon Kindle', true],
    // An ordinary name with an accent is not the one without.
    ['Hermès', 'Hermes Germany GmbH', false],
    ['Hermès', 'Hermès International S.A.', true],
    ['Nestlé', 'Nestle USA, Inc.', true],
    ['Hilton', 'Hampton by Hilton', true],
    ['Hilton', 'Homewood Suites by Hilton', true],
    ['Wyndham', 'Days Inn by Wyndham', true],
    ['Marriott', 'Photography by Marriott', false],
    // Who works by the brand's name, or with what it makes, is not the brand.
    ['Rolex', 'Not made by Rolex', false],
    ['Ferrari', 'Photos by Ferrari', false],
    ['Chanel', 'Lashes by Chanel', false],
    ['Lilly', 'Custom Cakes by Lilly', false],
    ['Kellogg', 'Real Estate by Kellogg', false],
    ['Boss', 'Beats made by Boss', false],
    ['Tesla', 'Fine Art by Tesla', false],
    ['Rolex', 'Made by Rolex Ltd', false],
    ['Hilton', 'Courtyard by Hilton', false],
    ['华为', '华为技术有限公司', true],
    ['mediamarkt', 'MediaMarktSaturn Retail Group GmbH', true],
    // A sole trader is of no group; the business it names its owner behind is that trader's own.
    ['Lavazza', 'Lavazza Kaffeehaus Inh. Erika Muster e.K.', false],
    ['Lavazza Kaffeehaus', 'Lavazza Kaffeehaus Inh. Erika Muster e.K.', true],
    ['Lavazza', 'Lavazza Kaffeehaus GmbH', true],
    ['Яндекс', 'ИП «Яндекс Маркетинг»', false],
    ['Яндекс', 'ООО «Яндекс Маркетинг»', true],
    // Trades in the plural and as the end of a compound.
    ['Glovo', 'Glovo Restaurants Ltd', false],
    ["Nando's", "Nando's Restaurants Limited", true],
    ['Persil', 'Persil Textilreinigung GmbH', false],
    ['Milka', 'Milka Tanzschule UG', false],
  ])('%s: %s', (asked, name, isTheirs) => expect(isAdvertiser(asked, name)).toBe(isTheirs));

  it.each([
    ['dove', 'Dove Men+Care', 'https://www.dove.com/uk/men-care', true],
    ['dove', 'Dove Men+Care', null, false],
    ['dove', 'Dove Chocolate', 'dovechocolate.com', false],
    ['h&m', 'H&M Move', 'https://www2.hm.com/en', true],
    ['BMW', 'Bayerische Motoren Werke AG', 'bmw.de', true],
    ['Grab', 'GrabTaxi Holdings Pte. Ltd.', 'grab.com', true],
    // One that is not named after it may lead there: who is paid by the sale.
    ['amazon', 'Deal Hunters', 'amazon.com', false],
    ['Tesla', 'Tesla Owners Club Norway', 'tesla.com', false],
    // Its own site has its own name.
    ['Vestas', 'Vestas Rosling Ltd', null, true],
    ['Vestas', 'Vestas Rosling Ltd', 'vestas-rosling.com', false],
    ['Bosch', 'Robert Bosch Power Tools GmbH', 'bosch-professional.com', true],
    ['nike', 'Nike Retail B.V.', 'not a domain', true],
    ['nike', 'Nike Retail B.V.', 'linktr.ee', true],
    ['Coca-Cola', 'Coca-Cola Zero Sugar Moments', 'https://www.coca-cola.com/gb', true],
    ['dove', 'Dove Men+Care', 'https://www.dove.co.uk/men', true],
    ['dove.com', 'Dove Men+Care', 'https://www.dove.com/uk', true],
    ['Google', 'Google Pixel Moments', 'https://store.google.com/pixel', true],
    ['Apple', 'Apple Fitness Moments', 'https://www.apple.com/fitness', true],
    // Of a suffix that a company lets names under.
    ['Lavazza', 'Lavazza Verlag Limited', 'lavazzaverlag.uk.com', false],
    ['Lavazza', 'Lavazza Verlag Limited', 'lavazza.com', true],
    // Where others publish, the site says nothing of whose ad it is.
    ['Amazon', 'Amazon Author Jane Doe', 'https://www.amazon.com/dp/1', false],
    ['amazon.com', 'Amazon Author Jane Doe', 'https://www.amazon.com/dp/1', false],
    ['Etsy', 'Etsy by Ann Smith', 'https://www.etsy.com/shop/x', false],
    ['YouTube', 'YouTube Cooking with Joe', 'https://www.youtube.com/@joe', false],
    ['Facebook', 'Facebook Marketing Secrets', 'https://www.facebook.com/groups/x', false],
    ['Shopify', 'Shopify Dropshipping Guru', 'https://www.shopify.com/?ref=guru', false],
    ['Spotify', 'Spotify Beats of Ann', 'https://open.spotify.com/artist/1', false],
    ['Meetup', 'Meetup Hikers', 'https://www.meetup.com/hikers', false],
    ['Eventbrite', 'Eventbrite Comedy Night', 'https://www.eventbrite.co.uk/e/1', false],
    ['GoFundMe', 'GoFundMe for Timmy', 'https://www.gofundme.com/f/timmy', false],
    ['Patreon', 'Patreon Ann Draws', 'https://www.patreon.com/ann', false],
    ['Zillow', 'Zillow Bob Sells Homes', 'https://www.zillow.com/profile/bob', false],
    ['Linktree', 'Linktree Joe Cooks', 'https://linktree.com/joe', false],
    ['Weebly', 'Weebly Joe Cooks', 'https://www.weebly.com/joe', false],
    ['Google', 'Google Ads Guru Joe', 'https://docs.google.com/forms/d/1', false],
    ['Apple', 'Apple Puzzle Fun', 'https://apps.apple.com/us/app/id1', false],
    // The brand begins the name; one letter is no initials.
    ['dove', 'Soap Talk Dove', 'dove.com', false],
    ['v', 'Violet Young', 'v.com', false],
    // Names that look alike are anybody's to register.
    ['Samsung', 'Samsung Prize Winners', 'samsung.xyz', false],
    ['Samsung', 'Samsung Prize Winners', 'samsung.top', false],
    ['Samsung', 'Samsung Prize Winners', 'sam-sung.com', false],
    ['apple.com', 'Apple Support Desk', 'https://apple.live/login', false],
    ['apple.com', 'Apple Support Desk', 'https://apple.co.uk/login', false],
    ['paypal.com', 'PayPal Refund Center', 'paypal.support', false],
    ['PayPal', 'PayPal Refund Center', 'paypal.support', false],
    ['Amazon', 'Jane Doe Amazon Author', 'amazon.com/dp/1', false],
    ['Etsy', 'Ann Smith on Etsy', 'etsy.com/shop/x', false],
    ['YouTube', 'Cooking with Joe - YouTube', 'youtube.com/@joe', false],
    ['X', 'Xavier Young', 'x.com/xavier', false],
    ['Amazon', 'Amazon Prize Winners', 'ama-zon.com', false],
    ['Emirates', 'Emirates NBD Bank PJSC', 'emiratesnbd.com', false],
    ['TU Delft', 'Technische Universiteit Delft', 'tudelft.nl', true],
    ['Unicef', 'Deutsches Komitee für UNICEF e.V.', 'unicef.de', true],
    ['TU Delft', 'Restaurant Centraal Delft B.V.', 'centraaldelft.nl', false],
    ['Adidas', 'Müller Adidas Outlet', 'adidas.de', false],
    ['Rolex', 'Juwelier Wempe Rolex', 'rolex.com', false],
    ['Gold Star', 'Star Marketing GmbH', 'goldstar.com', false],
  ])('%s: %s, whose ad leads to %s', (asked, name, leadsTo, isTheirs) =>
    expect(isAdvertiser(asked, name, leadsTo)).toBe(isTheirs),
  );

  it('is another where any site the ad leads to is of another name', () => {
    const sites = ['instagram.com', 'vestas-rosling.com'];
    expect(isAdvertiser('Vestas', 'Vestas Rosling Ltd', ...sites)).toBe(false);
    expect(isAdvertiser('dove', 'Dove Men+Care', 'instagram.com', 'dove.com')).toBe(true);
  });

  it('is the one of just that name before a part of its group, and a verified one before others', () => {
    const [part, plain, sure] = [
      { name: 'Nike Retail B.V.', verified: true },
      { name: 'Nike, Inc.', verified: null },
      { name: 'NIKE', verified: true },
    ];
    expect(bestAdvertiser('nike', [part, plain])).toBe(plain);
    expect(bestAdvertiser('nike', [part, plain, sure])).toBe(sure);
    expect(bestAdvertiser('nike', [part])).toBe(part);
    const [few, many] = [
      { ...plain, followers: 7 },
      { ...plain, followers: 7000 },
    ];
    expect(bestAdvertiser('nike', [plain, few, many])).toBe(many);
    expect(bestAdvertiser('nike', [many, sure])).toBe(sure);
  });
});
