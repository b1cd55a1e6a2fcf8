/** A full name, and its first and last name as another library's suite has them. */
export type NameCase = readonly [full: string, first: string, last: string];

const cases = (text: string): NameCase[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|') as unknown as NameCase);

/** The suite of theiconic/iliaal nameparser (MIT), beginnings: the rules were made with it. */
export const NAMES_SEEN = cases(`
James Norrington|James|Norrington
Hans Christian Anderssen|Hans|Anderssen
Mr Anthony R Von Fange III|Anthony|Von Fange
J. B. Hunt|J.|Hunt
Edward Senior III|Edward|Senior
Edward Dale Senior II|Edward|Dale
Dale Edward Jones Senior|Dale|Jones
Jason Rodriguez Sr.|Jason|Rodriguez
Jason Senior|Jason|Senior
Bill Junior|Bill|Junior
James van Allen|James|van Allen
Jimmy (Bubba) Smith|Jimmy|Smith
Rev. Dr John Doe|John|Doe
Dhr. Jan de Vries|Jan|de Vries
Smarty Pants Phd|Smarty|Pants
M. Peter Williams|Peter|Williams
M. P. Williams|M.|Williams
The Rev. Mark Williams|Mark|Williams
Mrs. Brown, Amanda|Amanda|Brown
Van Truong|Van|Truong
John Van|John|Van
Mr. Van Truong|Van|Truong
Anthony Von Fange III, PHD|Anthony|Von Fange
Jonathan Smith, MD|Jonathan|Smith
Williams, Hank, Jr.|Hank|Williams
Sir James Reynolds, Junior|James|Reynolds
JAMES J MA|JAMES|MA
Miller, Walter M., Jr.|Walter|Miller`);

/** The suite of HumanNameParser (MIT), with its port to Java: read after the rules were made. */
export const NAMES_HELD_OUT = cases(`
Björn O'Malley|Björn|O'Malley
Bin Lin|Bin|Lin
Linda Jones|Linda|Jones
Jason H. Priem|Jason|Priem
Björn O'Malley-Muñoz|Björn|O'Malley-Muñoz
Björn C. O'Malley|Björn|O'Malley
Björn "Bill" O'Malley|Björn|O'Malley
Björn ("Bill") O'Malley|Björn|O'Malley
Björn ("Wild Bill") O'Malley|Björn|O'Malley
Björn (Bill) O'Malley|Björn|O'Malley
Björn 'Bill' O'Malley|Björn|O'Malley
Björn C O'Malley|Björn|O'Malley
Björn C. R. O'Malley|Björn|O'Malley
Björn Charles O'Malley|Björn|O'Malley
Björn Charles R. O'Malley|Björn|O'Malley
Björn van O'Malley|Björn|van O'Malley
Björn Charles van der O'Malley|Björn|van der O'Malley
Björn Charles O'Malley y Muñoz|Björn|O'Malley y Muñoz
Björn O'Malley, Jr.|Björn|O'Malley
Björn O'Malley Jr|Björn|O'Malley
B O'Malley|B|O'Malley
William Carlos Williams|William|Williams
C. Björn Roger O'Malley|Björn|O'Malley
B. C. O'Malley|B.|O'Malley
B C O'Malley|B|O'Malley
B.J. Thomas|B.J.|Thomas
O'Malley, Björn|Björn|O'Malley
O'Malley, Björn Jr|Björn|O'Malley
O'Malley, C. Björn|Björn|O'Malley
O'Malley, C. Björn III|Björn|O'Malley
O'Malley y Muñoz, C. Björn Roger III|Björn|O'Malley y Muñoz
O'Malley y Muñoz,Mrs C. Björn Roger III|Björn|O'Malley y Muñoz
William Carlos Williams Sr,PHD|William|Williams
Dr. B. William Carlos "Billy" von Williams III,PHD|William|von Williams
Mr Blah Foo|Blah|Foo`);

/** Legal forms, as they are written behind a name. */
const forms = (text: string): string[] =>
  text
    .trim()
    .split(/[;\n]/)
    .map((form) => form.trim());

/** Of ISO 20275, and of legal-entity-types (MIT) up to Bulgaria: the table was made with them. */
export const FORMS_SEEN = forms(`
SE;KGaA;Ltda;S.A. de C.V.;GK;EURL;有限公司;AG & Co. KGaA;GmbH & Co. KG;UG (haftungsbeschränkt);e.K.
e.V.;S. de R.L. de C.V.;S.A.P.I. de C.V.;Sp. z o.o.;Sp. z o.o. Sp.k.;s.r.o.;spol. s r.o.;a.s.
d.o.o.;Kft.;Zrt.;Nyrt.;OOD;EOOD;ЕООД;A.Ş.;Ltd. Şti.;Oy;Oyj;Ab;ApS;A/S;K/S;P/S;ASA;ANS;ehf.;hf.
OÜ;SIA;UAB;B.V.;N.V.;V.O.F.;BVBA;SPRL;S.à r.l.;SICAV;SASU;SARL;SNC;SCOP;GIE;S.p.A.;S.r.l.s.
S.L.U.;S.Coop.;Lda;Unipessoal Lda;EIRELI;S/A;S.A.C.;E.I.R.L.;Pty Ltd;Pte. Ltd.;Sdn. Bhd.;Tbk
Co., Ltd.;Public Company Limited;Pvt. Ltd.;LLP;PLLC;PJSC;ООО;ТОВ;株式会社;合同会社;주식회사;K.K.;Ltée;ULC
Gesellschaft mit beschränkter Haftung;Société Anonyme;Aktiebolag;W.L.L.;FZ-LLC;d.d.;Sh.p.k.
Ε.Π.Ε.;Α.Ε.;I.K.E.;e.G.;PartG mbB;Comm.V;DAC;CIC;Sh.A.;S.C.p.A.;Soc.Col.;S.E.;S.G.R.;ILP;NL;Pty.
e.U.;stG;GesbR;OG;ААТ;ЗАТ;ПУП;ТАА;ESV;SEP;EBVBA;SPRLU;CVBA;SCRL;CVOA;SCRI;d.n.o.;k.d.;s.p.;AD;АД
ADSITz;АДСИЦ;EAD;ЕАД;ET;ЕТ;KD;КД;KDA;КДА;SD;СД`);

/** Of the list legal-entity-types (MIT), Cambodia to France: read after the table was made. */
export const FORMS_HELD_OUT = forms(`
SP;GP;LP;SM Pte Ltd.;Pte Ltd.;Plc Ltd.;PEEC;Corporation;SpA;SRL;EIRL;S.A.;S.G.R.;LTDA.;有限公司
股份有限公司;无限责任公司;有限责任股份公司;S.A.S.;S.C.;S. en C.;S.C.A.;E.U.;d.d.;d.o.o.;j.d.o.o.;j.t.d.;k.d.;GIU
zadruga;obrt;OPG;a.s.;akc. spol.;s.r.o.;spol. s r.o.;v.o.s.;k.s.;o.p.s.;s.p.;z.s.;I/S;IVS;ApS
A/S;K/S;P/S;A.M.B.A.;F.M.B.A.;S.M.B.A.;G/S;C. por A.;CXA;C.A.;Cía. Ltda.;EP;SAE;LLC;PLC;EEIG;SCE
SE;Ay;Ky;Oy;Oyj;osk;T:mi;ry;EI;FCP;SICAV;GIE;SEP;SNC;SCS;SCI;SARL;EURL;SA;SCOP;SEM;SASU`);

/** An advertiser's name, and whether it is whose ads are asked for. */
export type AdvertiserCase = readonly [asked: string, advertiser: string, isTheirs: boolean];

const advertisers = (text: string): AdvertiserCase[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [asked = '', name = '', mark] = line.split('|');
      return [asked, name, mark === '1'];
    });

/** Names as ad libraries write them, from public knowledge; not made with the rule in view. */
export const ADVERTISERS = advertisers(`
Nike|Nike Retail B.V.|1
Nike|Nike, Inc.|1
Nike|NIKE Deutschland GmbH|1
adidas|adidas AG|1
adidas|adidas International Marketing B.V.|1
Zalando|Zalando SE|1
Airbnb|Airbnb Ireland UC|1
Netflix|Netflix International B.V.|1
Spotify|Spotify AB|1
booking.com|Booking.com B.V.|1
Amazon|Amazon Online Germany GmbH|1
Samsung|Samsung Electronics Co., Ltd.|1
Toyota|Toyota Motor Corporation|1
Merck|Merck KGaA|1
Unilever|Unilever N.V.|1
IKEA|IKEA Retail S.A. de C.V.|1
Natura|Natura Comercio Ltda|1
Uniqlo|UNIQLO Europe Ltd|1
Sony|Sony Group Corporation|1
Henkel|Henkel AG & Co. KGaA|1
Decathlon|Decathlon France SAS|1
Rakuten|楽天 Rakuten|0
Huawei|Huawei Technologies Co., Ltd.|1
HSBC|HSBC Bank plc|1
Vodafone|Vodafone Group Plc|1
LEGO|LEGO System A/S|1
Tesco|Tesco Stores Limited|1
Siemens|Siemens Aktiengesellschaft|1
Delta|Delta Dental|0
Apple|Apple Leisure Group|0
Target|Target Optical|0
Nike|Nikelodeon Toys Ltd|0
Shell|Shell Beach Resort|0
Amazon|Amazon Rainforest Tours|0
Visa|Visa Lawyers Inc|0
Orange|Orange County Toyota|0
Mango|Mango Tree Restaurant|0
Dove|Dove Medical Press|0
Gap|Gap Year Travel|0
Ford|Harrison Ford|0
Nike|Just Nike Fans|0
Puma|Pumas Rugby Club|0`);

/** An address in one line, and its street, unit and city as another library's suite has them. */
export type AddressCase = readonly [line: string, street: string, unit: string, city: string];

const addresses = (text: string): AddressCase[] => cases(text) as unknown as AddressCase[];

/** The suite of parse-address (ISC), what has a house number: the rules were made with it. */
export const ADDRESSES_SEEN = addresses(`
1005 Gravenstein Hwy 95472|1005 Gravenstein Hwy||
1005 Gravenstein Hwy N, 95472|1005 Gravenstein Hwy N||
1005 Gravenstein Highway North, 95472|1005 Gravenstein Hwy N||
1005 N Gravenstein Highway, Sebastopol, CA|1005 N Gravenstein Hwy||Sebastopol
1005 N Gravenstein Highway, Suite 500, Sebastopol, CA|1005 N Gravenstein Hwy|500|Sebastopol
1005 N Gravenstein Hwy Suite 500 Sebastopol, CA|1005 N Gravenstein Hwy|500|Sebastopol
1005 N Gravenstein Highway, Sebastopol, CA, 95472|1005 N Gravenstein Hwy||Sebastopol
1005 N Gravenstein Highway Sebastopol CA 95472|1005 N Gravenstein Hwy||Sebastopol
1005 Gravenstein Hwy N Sebastopol CA|1005 Gravenstein Hwy N||Sebastopol
1005 Gravenstein Hwy N, Sebastopol CA|1005 Gravenstein Hwy N||Sebastopol
1005 Gravenstein Hwy, North Sebastopol CA|1005 Gravenstein Hwy||North Sebastopol
115 Broadway San Francisco CA|115 Broadway||San Francisco
7800 Mill Station Rd, Sebastopol, CA 95472|7800 Mill Station Rd||Sebastopol
7800 Mill Station Rd Sebastopol CA 95472|7800 Mill Station Rd||Sebastopol
1005 State Highway 116 Sebastopol CA 95472|1005 State Highway 116||Sebastopol
1600 Pennsylvania Ave. Washington DC|1600 Pennsylvania Ave||Washington
48S 400E, Salt Lake City UT|48 S 400 E||Salt Lake City
550 S 400 E #3206, Salt Lake City UT 84111|550 S 400 E|3206|Salt Lake City
6641 N 2200 W Apt D304 Park City, UT 84098|6641 N 2200 W|D304|Park City
100 South St, Philadelphia, PA|100 South St||Philadelphia
100 S.E. Washington Ave, Minneapolis, MN|100 SE Washington Ave||Minneapolis
123 Maple Rochester, New York|123 Maple||Rochester
233 S Wacker Dr 60606-6306|233 S Wacker Dr||
233 S Wacker Dr 606066306|233 S Wacker Dr||
233 S Wacker Dr 60606 6306|233 S Wacker Dr||
(233 S Wacker Dr lobby 60606)|233 S Wacker Dr|LBBY|
#42 233 S Wacker Dr 60606|233 S Wacker Dr|42|
lt42 99 Some Road, Some City LA|99 Some Rd|LOT 42|Some City
36401 County Road 43, Eaton, CO 80615|36401 County Road 43||Eaton
1234 COUNTY HWY 60E, Town, CO 12345|1234 County Hwy 60E||Town
2672 Industrial Row Troy, MI 48084|2672 Industrial Row||Troy`);

/** The suite of addresser (MIT), its second quarter: read after the rules were made. */
export const ADDRESSES_HELD_OUT = addresses(`
1301 Columbia College Drive Columbia, SC 29203|1301 Columbia College Dr||Columbia
1301 Columbia College Drive Unit 101 Columbia, SC 29203|1301 Columbia College Dr|101|Columbia
1301 Columbia College Drive, APT A, Columbia, SC 29203|1301 Columbia College Dr|A|Columbia
1301 Glen Haven, Columbia, SC 29203|1301 Glen Hvn||Columbia
1301 Acme Street E, Columbia, SC 29203|1301 Acme St E||Columbia
1301 Acme Street e, Columbia, SC 29203|1301 Acme St E||Columbia
UNIT 101, 1301 Acme Street E, Columbia, SC 29203|1301 Acme St E|101|Columbia
UNIT 101, 1301 Acme Avenue, Columbia, SC 29203|1301 Acme Ave|101|Columbia
300 BOYLSTON ST E SEATTLE WA 98102|300 Boylston St E||Seattle
300 BOYLSTON AVE, SEATTLE WA 98102, USA|300 Boylston Ave||Seattle
5555 Duffek Dr, Kirby, TX 78219|5555 Duffek Dr||Kirby
200 SUMMIT LAKE DR., VALHALLA NY 10595|200 Summit Lake Dr||Valhalla
15001 Strathaven Pass, Pflugerville, TX 78660|15001 Strathaven Pass||Pflugerville
826 N Ave C, Crowley, LA 70526|826 N Ave C||Crowley
826 N Avenue N, Crowley, LA 70526|826 N Ave N||Crowley
826 N Ave. b, Crowley, LA 70526|826 N Ave B||Crowley
826 N Ave. b Unit 101, Crowley, LA 70526|826 N Ave B|101|Crowley`);
