import { expect, it } from 'vitest';
import { findPhones } from '../../../src/web-reader/contacts/phones.ts';

it.each([
  ['대표번호 02-555-1234', 'KR', '+8225551234'],
  ['문의번호 02-555-1234', 'KR', '+8225551234'],
  ['상담번호: 02-555-1234', 'KR', '+8225551234'],
  ['연락번호 02-555-1234', 'KR', '+8225551234'],
  ['예약번호 02-555-1234', 'KR', '+8225551234'],
  ['連絡先番号 03-3456-7890', 'JP', '+81334567890'],
  ['お問い合わせ番号 03-3456-7890', 'JP', '+81334567890'],
  ['フリーコール番号 0120-987-654', 'JP', '+81120987654'],
  ['ナビダイヤル番号 0570-012-345', 'JP', '+81570012345'],
  ['Telefon szám: +36 1 234 5678', 'HU', '+3612345678'],
  ['Telefon szám: 06 1 234 5678', 'HU', '+3612345678'],
  ['Mobil szám: +36 30 123 4567', 'HU', '+36301234567'],
  ['Zöld szám: 06 80 123 456', 'HU', '+3680123456'],
  ['Központi szám: +36 1 234 5678', 'HU', '+3612345678'],
  ['Ügyfélszolgálati szám: 06 1 234 5678', 'HU', '+3612345678'],
  ['מספר חירום 03-1234567', 'IL', '+97231234567'],
  ['מספר להזמנות 03-1234567', 'IL', '+97231234567'],
  ['מספר ישיר: 03-1234567', 'IL', '+97231234567'],
  ['WhatsApp nº 11 91234-5678', 'BR', '+5511912345678'],
  ['Contato nº 11 91234-5678', 'BR', '+5511912345678'],
  ['Plantão nº 11 91234-5678', 'BR', '+5511912345678'],
  ['Ligue nº 11 91234-5678', 'BR', '+5511912345678'],
  ['Centralino n. 06 4991 1234', 'IT', '+390649911234'],
  ['Segreteria n. 06 4991 1234', 'IT', '+390649911234'],
  ['Ufficio n. 06 4991 1234', 'IT', '+390649911234'],
  ['chiamando n. 06 4991 1234', 'IT', '+390649911234'],
  ['Vagt nr. 33 92 33 10', 'DK', '+4533923310'],
  ['Direkte nr. 33 92 33 10', 'DK', '+4533923310'],
  ['Notruf nr. 030 901820', 'DE', '+4930901820'],
  ['Büro Nr. 030 901820', 'DE', '+4930901820'],
  ['Buro nr. 020 705 61 00', 'NL', '+31207056100'],
  ['Obsługa klienta nr 22 621 12 34', 'PL', '+48226211234'],
  ['Police n° 01 42 34 56 78', 'FR', '+33142345678'],
  ['Sekretariat nr 22 621 12 34', 'PL', '+48226211234'],
  ['Störungsnummer: 0931 827416', 'DE', '+49931827416'],
  ['Üzlet: 62/418-273', 'HU', '+3662418273'],
  ['Üzlet: (62) 418-273', 'HU', '+3662418273'],
  ['Boutique (418) 827-3061\n49,99 $', 'CA', '+14188273061'],
  ['Phone 418-827-3061\n$49.99', 'CA', '+14188273061'],
  ['Store 418-827-3061\n49 avenue', 'CA', '+14188273061'],
  ['Spoednummer: 020 705 61 00', 'NL', '+31207056100'],
  ['Vagtnummer: 33 92 33 10', 'DK', '+4533923310'],
  ['Päivystysnumero: 040 123 4567', 'FI', '+358401234567'],
  ['Telefono numeris: 8 612 34567', 'LT', '+37061234567'],
  ['Tālruņa numurs: 67 123 456', 'LV', '+37167123456'],
  ['Kontakt broj: 064 115 5612', 'RS', '+381641155612'],
  ['Broj za porudžbine: 064 115 5612', 'RS', '+381641155612'],
  ['Numer rejestracji: 601 234 567', 'PL', '+48601234567'],
  ['Номер регистратуры: 8 800 555-74-18', 'RU', '+78005557418'],
  ['Тел. (код 044) 234-56-78', 'UA', '+380442345678'],
  ['Zip code 010101, 0721 123 456', 'RO', '+40721123456'],
  ['رقم الطلبات: 04 234 5678', 'AE', '+97142345678'],
  ['شماره سفارشات: 021 2234 5678', 'IR', '+982122345678'],
  ['ฝ่ายบัญชี: 02 123 4567', 'TH', '+6621234567'],
  ['Inscription: 01 42 34 56 78', 'FR', '+33142345678'],
  ['Facturación: 912 345 678', 'ES', '+34912345678'],
  ['Atención al cliente nº: 912 345 678', 'ES', '+34912345678'],
  ['Best number: 212-736-5000', 'US', '+12127365000'],
  ['Numero associazione: 06 4991 1234', 'IT', '+390649911234'],
  ['Membership: 0161 496 0274', 'GB', '+441614960274'],
  ['Registration\n0161 496 0274', 'GB', '+441614960274'],
  ['Membership line: 01614960274', 'GB', '+441614960274'],
  ['Setor de Protocolo: 16 3204-5518', 'BR', '+551632045518'],
  ['Matrículas: 912 345 678', 'ES', '+34912345678'],
  ['جوال القبول والتسجيل: 0504821736', 'SA', '+966504821736'],
  ['मो. 98248 21736', 'IN', '+919824821736'],
  ['الرقم الموحد: 920005678', 'SA', '+966920005678'],
  ['خدمة العملاء 920005678', 'SA', '+966920005678'],
  ['الخط الساخن: 920005678', 'SA', '+966920005678'],
] as const)('reads a telephone with a word for numbers before it: %s', (text, country, number) => {
  expect(findPhones(text, country).map((found) => found.number)).toEqual([number]);
});

it.each([
  ['受注番号 03-1234-5678', 'JP'],
  ['伝票番号: 03-1234-5678', 'JP'],
  ['주문번호 02-555-1234', 'KR'],
  ['운송장 번호: 02-555-1234', 'KR'],
  ['Rendelési szám: 06 1 234 5678', 'HU'],
  ['Számlaszám 06 1 234 5678', 'HU'],
  ['מספר הזמנה: 03-1234567', 'IL'],
  ['Pedido nº 11 91234-5678', 'BR'],
  ['Ordine n. 06 4991 1234', 'IT'],
  ['Zamówienie nr 22 621 12 34', 'PL'],
  ['Sag nr. 33 92 33 10', 'DK'],
  ['Rechnung Nr. 030 901820', 'DE'],
  ['Bestelling nr. 020 705 61 00', 'NL'],
  ['ABN 51 824 753 556 Acct 03 9123 4567', 'AU'],
  ['NIT 900123456 Matrícula mercantil 601 234 5678', 'CO'],
  ['CUIT 30-71234567-8 Matrícula 011 4123 4567', 'AR'],
  ['NIP 123-456-78-90 Rachunek 22 621 12 34', 'PL'],
  ['RUC 20123456789 Partida registral 01 234 5678', 'PE'],
  ['DNI 51234876-K. Cuenta 958 12 34 56', 'ES'],
  ['法人番号、075-123-4567', 'JP'],
  ['Membership no: 0161 496 0274', 'GB'],
  ['Office space units: 01614960274', 'GB'],
  ['Registration number\n0161 496 0274', 'GB'],
  ['Protocolo: 16 3204-5518', 'BR'],
  ['Alvará 21 2345-6789', 'BR'],
  ['Matrícula: 31 3820-4455', 'BR'],
  ['Expediente: 918 97 73 01', 'ES'],
  ['Dossier : 01 42 48 21 73', 'FR'],
  ['Job no. 0412 482 199', 'AU'],
  ['Bilty No. 0300-4821799', 'PK'],
  ['Bestellung 0172 44817736 vom 03.02.2025', 'DE'],
  ['Kd.-Nr. 0171 4821736', 'DE'],
  ['Kataloški broj: 064 115 5612', 'RS'],
  ['Каталошки број: 064 115 5612', 'RS'],
  ['Serijska številka: 041 234 567', 'SI'],
  ['Objednací číslo: 606 123 456', 'CZ'],
  ['Č. účtu: 606 123 456', 'CZ'],
  ['Nr katalogowy: 601 234 567', 'PL'],
  ['Каталожный номер: 8 800 555-74-18', 'RU'],
  ['Фабричен номер: 088 123 4567', 'BG'],
  ['Αριθμός παραγγελίας: 210 123 4567', 'GR'],
  ['Număr de înregistrare: 0721 123 456', 'RO'],
  ['Parça numarası: 0332 241 82 73', 'TR'],
  ['Kataloginumber: 512 3456', 'EE'],
  ['Tuotekoodi: 040 123 4567', 'FI'],
  ['Art.-Nr.: 0931 827416', 'DE'],
  ['Vereinsregister Fürth 0931 827416', 'DE'],
  ["Numéro d'agrément : 01 42 34 56 78", 'FR'],
  ['RPPS 01 42 34 56 78', 'FR'],
  ['Numero di serie: 06 4991 1234', 'IT'],
  ['Código de producto: 912 345 678', 'ES'],
  ['Batch No: 022 2345 6789', 'IN'],
  ['Courroie 418-827-3061\n49,99 $', 'CA'],
  ['Belt 418-827-3061 $1,149.99', 'CA'],
  ['Batch No: 022 2345 6789, 022 2345 6780', 'IN'],
  ['رقم القطعة: 04 234 5678', 'AE'],
  ['کد کالا: 021 2234 5678', 'IR'],
  ['Số tài khoản: 024 3823 4567', 'VN'],
  ['Nomor seri: 021 555 6789', 'ID'],
  ['เลขที่ใบอนุญาต: 02 123 4567', 'TH'],
  ['מק"ט: 03-1234567', 'IL'],
  ['品番: 03-3456-7890', 'JP'],
  ['계좌: 02-555-1234', 'KR'],
  ['货号: 010 6234 5678', 'CN'],
] as const)('takes the number of a record for none: %s', (text, country) => {
  expect(findPhones(text, country)).toEqual([]);
});

it.each([
  ['Order no. +49 30 901820', '+4930901820'],
  ['Rendelési szám: +36 1 234 5678', '+3612345678'],
  ['注文番号 +81 3-3456-7890', '+81334567890'],
])('refuses no number written with +, whatever its label: %s', (text, number) => {
  expect(findPhones(text, null).map((found) => found.number)).toEqual([number]);
});

it.each([
  ['ABN 51 824 753 556 Freecall 1800 123 456', 'AU', '+611800123456'],
  ['ABN 51 824 753 556 Contact our Perth team 08 9123 4567', 'AU', '+61891234567'],
  ['統一編號 12345678 免付費 0800-012-345', 'TW', '+886800012345'],
] as const)('reads the telephone behind a register’s number: %s', (text, country, number) => {
  expect(findPhones(text, country).map((found) => found.number)).toEqual([number]);
});

it.each([
  ['Tel.: (0341) 448-2173 / 448-2174', 'AR', ['+543414482173', '+543414482174']],
  ['Ph: 0261-2482173, 2482174', 'IN', ['+912612482173', '+912612482174']],
  ['Tel 04 345 6789, 800 1234', 'AE', ['+97143456789', '+9718001234']],
  ['Tél. 01 42 48 21 73 / 74', 'FR', ['+33142482173', '+33142482174']],
] as const)('reads a number without an area as of the one before: %s', (text, country, numbers) => {
  expect(findPhones(text, country).map((found) => found.number)).toEqual(numbers);
});

it.each([
  ['Fax ext 12 / 0711 341612', true],
  ['Fax Durchwahl 12 / 0711 341612', true],
  ['Telefon int. 12 / 0711 341612', false],
])('reads the label before an extension that stands first: %s', (text, isFax) => {
  expect(findPhones(text, 'DE')).toEqual([{ number: '+49711341612', isFax, isSaid: true }]);
});

it.each([
  ['pls call me on 9822048371 or +91 98220 48372', 'IN', ['+919822048371', '+919822048372']],
  ['Niko na number mpya 0722483719. Till 248371', 'KE', ['+254722483719']],
  ['You can reach me at 2144837126.', 'US', ['+12144837126']],
  ['this is my new number 07824837192, message me', 'GB', ['+447824837192']],
  ['Номер 9122483719 для связи', 'RU', ['+79122483719']],
  ['позвоните мне на 9122483719 завтра', 'RU', ['+79122483719']],
  ['Дзвоніть 0672483719 або 050 248 37 19', 'UA', ['+380672483719', '+380502483719']],
  ['للحجز اتصل على 0502483719 أو 042483719', 'AE', ['+971502483719', '+97142483719']],
  ['لطفا با شماره 09122483719 تماس بگیرید', 'IR', ['+989122483719']],
  ['Escribime al 11 6248-3719', 'AR', ['+541162483719']],
  ['Comunícate al 3152483719', 'CO', ['+573152483719']],
  ['me chama no 92982483719', 'BR', ['+5592982483719']],
  ['Ruf mich bitte an: 01722648371', 'DE', ['+491722648371']],
  ['Bel me ff op 0624837192', 'NL', ['+31624837192']],
  ['Ring til Birthe på 24837192', 'DK', ['+4524837192']],
  ['Zadzwoń albo pisz: 602483719', 'PL', ['+48602483719']],
  ['Beni 05362483719 numarasından ara', 'TR', ['+905362483719']],
  ['请联系13848371926，或加微信13848371927', 'CN', ['+8613848371926', '+8613848371927']],
  ['請撥0912248371或02-2248-3719洽詢', 'TW', ['+886912248371', '+886222483719']],
  ['01024837193 문자', 'KR', ['+821024837193']],
  ['Erzurum 2050+\n0536 248 3719 yasemin', 'TR', ['+905362483719']],
  ['Telf. 02 224-8371', 'EC', ['+59322248371']],
  ['0343 15 555 1212', 'AR', ['+5493435551212']],
  ['Please dial (+49 (30) 1234 5678), thanks', 'US', ['+493012345678']],
] as const)(
  'reads a number that its sentence speaks of calling, or as its country writes it: %s',
  (text, country, numbers) => {
    expect(findPhones(text, country).map((found) => found.number)).toEqual(numbers);
  },
);

it.each([
  ['Your order 9822048371 is out for delivery. Call us', 'IN'],
  ['Case 2144837126 was closed. Call us if you need help.', 'US'],
  ['Your parcel 07824837192 is on its way', 'GB'],
  ['Flight LH 2144837126', 'US'],
  ['RDW-erkenning 0612473809', 'NL'],
  ['Ihre Sendung 0172 2648371 wird heute zugestellt', 'DE'],
  ['Seu pedido 92982483719 saiu para entrega', 'BR'],
  ['05362483719 numaralı siparişiniz kargoya verildi', 'TR'],
  ['订单13848371926已发货', 'CN'],
  ['Il tuo ordine 3427483619 è in consegna', 'IT'],
  ['650//253-1234', 'US'],
  ['030-3-2 23 12 34', 'DE'],
] as const)(
  'reads none where its sentence speaks of a record, nor in other groups: %s',
  (text, country) => {
    expect(findPhones(text, country)).toEqual([]);
  },
);

it('takes a letter that begins a line for its label', () => {
  const lines = findPhones('c 469.248.3719\nf 214.483.7127', 'US');
  expect(lines.map(({ isFax }) => isFax)).toEqual([false, true]);
});

it.each([
  ['PIN P051234567X', 'KE'],
  ['PIN P051234567Х', 'KE'],
  ['PIN C0441234567Ж', 'UA'],
  ['PIN M2101234567Χ', 'GR'],
] as const)('letters of any script on both sides of %j make an identifier', (text, country) => {
  expect(findPhones(text, country)).toEqual([]);
});

it('reads the longer words for fax, and Chinese words for a desk that is called', () => {
  expect(findPhones('Telpon: (021) 72743412, Faksimile: (021) 3505341', 'ID')).toMatchObject([
    { number: '+622172743412', isFax: false },
    { number: '+62213505341', isFax: true },
  ]);
  expect(findPhones('投诉：18049013980', 'CN')).toMatchObject([{ number: '+8618049013980' }]);
});

it.each([
  ['DNI 51234876-K. Cita previa 958 12 34 56', 'ES', '+34958123456'],
  ['VAT IE1234567T. Visit us or 061 313 255', 'IE', '+35361313255'],
  ['法人番号 5123456000187、お問い合わせは075-123-4567まで', 'JP', '+81751234567'],
] as const)('ends the clause of a register behind its number: %s', (text, country, number) => {
  expect(findPhones(text, country).map((found) => found.number)).toEqual([number]);
});
