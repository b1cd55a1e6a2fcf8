/** An address in one line, with its street, unit and city by another library's suite. */
export type AddressCase = readonly [line: string, street: string, unit: string, city: string];

const addresses = (text: string): AddressCase[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.replaceAll('\\n', '\n').split('|') as unknown as AddressCase);

/** The suite of parse-address (ISC), cases with a house number; the rules were built with it. */
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

/** The suite of addresser (MIT), its second quarter; read after the rules were built. */
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

/**
 * The test data of usaddress (MIT), labeled.xml and simple_address_patterns.xml: cases with a house
 * number, a place, and a possible state and ZIP code. The rules were mended with them. `\n` is a
 * line break.
 */
export const USADDRESS_SEEN = addresses(String.raw`
1234 S Martin Luther King Dr Chicago, IL 60637|1234 S Martin Luther King Dr||Chicago
Apt 1B 626 E Kilbourn Ave Milwaukee, WI 53202|626 E Kilbourn Ave|1B|Milwaukee
N165 W2123 Tartan Ct Jackson, WI 53037|N165 W2123 Tartan Ct||Jackson
2002 FM 544 Wylie, TX 75098|2002 FM 544||Wylie
519 PR 462 Leonard, TX 75452|519 PR 462||Leonard
20 Benton Pl St Louis, MO 63104|20 Benton Pl||St Louis
120 N. Michigan Ave. Ste 1605, Chicago, IL 60601|120 N Michigan Ave|1605|Chicago
232 Dubei Ct Salt Lake City UT 84111|232 Dubei Ct||Salt Lake City
ATTN SHELIA LEWIS\n77 w WACKER DR SUITE 1800\nCHICAGO IL 60601|77 W Wacker Dr|1800|Chicago
IL CHICAGO BRANCH\n30 S WACKER DR\nSTE 2200\nCHICAGO IL 60606|30 S Wacker Dr|2200|Chicago
Zendesk\n\nChristian Golding\n1019 Market St\n\nSan Francisco CA 94103|1019 Market St||San Francisco
100 Gold Street, 2nd Fl., New York, NY 10038|100 Gold St|FL 2|New York
59-17 Junction Boulevard, 17th Floor, Flushing, NY|59-17 Junction Blvd|FL 17|Flushing
830 Fifth Avenue, Room 313, New York, NY 10065|830 Fifth Ave|RM 313|New York
10 Country Road 3668 Splendora TX 77372|10 Country Road 3668||Splendora
1954 Country Road 43 Greenville TX 75401|1954 Country Road 43||Greenville
123 E Marcy St Ste 201 Santa Fe NM 87501|123 E Marcy St|201|Santa Fe
130 Grant Ave Ste 203 Santa Fe NM 87501|130 Grant Ave|203|Santa Fe
12631 Imperial Hgwy Santa Fe CA 90670|12631 Imperial Hwy||Santa Fe
1000 Cordova Place, # 234 Santa Fe NM 87505|1000 Cordova Place|234|Santa Fe
12145 NW Grand Ave El Mirage, AZ 85335|12145 NW Grand Ave||El Mirage
9112 Mendenhall Mall Road, Juneau, AK 99801|9112 Mendenhall Mall Road||Juneau
2701 Thayer Street, Evanston, 60201|2701 Thayer St||Evanston
3555 68th Street Southeast, Caledonia, MI 49316|3555 68th St SE||Caledonia
318 East 51st Street, Kansas City, MO 64112|318 E 51st St||Kansas City`);

/** The US tests of libpostal (MIT), cases with a house number; read while the rules were mended. */
export const LIBPOSTAL_SEEN = addresses(String.raw`
Just Immigration 660 Nostrand Ave, Brooklyn, N.Y., 11216|660 Nostrand Ave||Brooklyn
Planned Parenthood, 44 Court St, 6th Floor, Brooklyn 11201|44 Court St|FL 6|Brooklyn
Make the Road 92-10 Roosevelt Avenue Queens 11372|92-10 Roosevelt Ave||Queens
Barboncino 781 Franklin Ave Brooklyn NY 11216 USA|781 Franklin Ave||Brooklyn
103 BEAL PKWY SE, FT WALTON BEACH, FL|103 Beal Pkwy SE||Ft Walton Beach
123 Main St # 456 Oakland CA 94789|123 Main St|456|Oakland
123 Main St Apt 456 Oakland CA 94789|123 Main St|456|Oakland
123 Main St Apt #456 Oakland CA 94789|123 Main St|456|Oakland
123 Main St Apt No. 456 Oakland CA 94789|123 Main St|456|Oakland
301 Commons Park S, Stamford, CT 06902|301 Commons Park S||Stamford
912-914 8TH ST, CLARKSTON, WA 99403|912-914 8th St||Clarkston
2120 E Hill Street #104 Signal Hill CA 90755|2120 E Hill St|104|Signal Hill
1036-1038 MC CARROLL ST CLARKSTON WA 99403|1036-1038 Mc Carroll St||Clarkston
2455-B W BENCH RD OTHELLO WA 99344|2455-B W Bench Rd||Othello
473 Boston Rd, Wilbraham, MA|473 Boston Rd||Wilbraham
25050 ALESSANDRO BLVD, STE B, MORENO VALLEY, CA, 92553-4313|25050 Alessandro Blvd|B|Moreno Valley
4411 Stone Way North Seattle, King County, WA 98103|4411 Stone Way North||Seattle
452 Maxwell Ave, Apt 3A\nRochester, NY 14619|452 Maxwell Ave|3A|Rochester
1600 Pennsylvania Ave NW, Washington DC 20500|1600 Pennsylvania Ave NW||Washington
1600 Pennsylvania Ave NW, Washington D.C 20500|1600 Pennsylvania Ave NW||Washington
1600 Pennsylvania Ave NW, Washington D.C. 20500|1600 Pennsylvania Ave NW||Washington
99-40 63rd Rd, Queens, NY 11374|99-40 63rd Rd||Queens
351 NW North St, Chehalis, WA 98532-1900|351 NW North St||Chehalis
2501 N Blackwelder Ave, Oklahoma City, Oklahoma 73106|2501 N Blackwelder Ave||Oklahoma City
1011 South Dr, Indiana, Pennsylvania 15705|1011 South Dr||Indiana`);

/**
 * The test data of usaddress (MIT), the beginning of us50_test_tagged.xml; read while the rules
 * were mended. Measured as written, and without commas.
 */
export const US50_SEEN = addresses(`
9112 Mendenhall Mall Road, Juneau, AK 99801|9112 Mendenhall Mall Rd||Juneau
32-233 M Street, Elmendorf Afb, AK 99506|32-233 M St||Elmendorf Afb
2932 Boniface Parkway, Anchorage, AK 99504|2932 Boniface Pkwy||Anchorage
34115 Sterling Highway, Anchor Point, AK 99556|34115 Sterling Hwy||Anchor Point
2101 1st Avenue North, Pell City, AL 35125|2101 1st Ave N||Pell City
8483 Al Highway 157, Moulton, AL 35650|8483 Al Hwy 157||Moulton
64 South Water Street, Mobile, AL 36602|64 S Water St||Mobile
30653 Highway 278, Addison, AL 35540|30653 Hwy 278||Addison
325 Copeland Street, Eufaula, AL 36027|325 Copeland St||Eufaula
1405 Sunset Drive, Guntersville, AL 35976|1405 Sunset Dr||Guntersville
131 Cove Avenue, Gulf Shores, AL 36542|131 Cove Ave||Gulf Shores
1014 Market Street, Greensboro, AL 36744|1014 Market St||Greensboro
1720 North Eufaula Avenue, Eufaula, AL 36027|1720 N Eufaula Ave||Eufaula
88175 US Highway 278, Altoona, AL 35952|88175 US Hwy 278||Altoona
1361 Federal Drive, Montgomery, AL 36107|1361 Federal Dr||Montgomery
120 Oxmoor Boulevard, Birmingham, AL 35209|120 Oxmoor Blvd||Birmingham
7104 Highway 62 West, Gassville, AR 72635|7104 Hwy 62 W||Gassville
2112 Linwood Drive, Paragould, AR 72450|2112 Linwood Dr||Paragould
408 North Walnut Street, Searcy, AR 72143|408 N Walnut St||Searcy
3209 Northeast 11th Street, Bentonville, AR 72712|3209 NE 11th St||Bentonville
198 South Poplar Street, Marianna, AR 72360|198 S Poplar St||Marianna
703 East Race Avenue, Searcy, AR 72143|703 E Race Ave||Searcy
3000 Kavanaugh Boulevard, Little Rock, AR 72205|3000 Kavanaugh Blvd||Little Rock
406 North Highway 71 Business, Lowell, AR 72745|406 N Hwy 71 Business||Lowell
1445 West Southern Avenue, Mesa, AZ 85202|1445 W Southern Ave||Mesa
910 South Beeline Highway, Payson, AZ 85541|910 S Beeline Hwy||Payson
6500 Highway 179, Sedona, AZ 86351|6500 Hwy 179||Sedona
1202 A Avenue, Douglas, AZ 85607|1202 A Ave||Douglas
2890 East Andy Devine Avenue, Kingman, AZ 86401|2890 E Andy Devine Ave||Kingman
11291 East Viaduct Linda, Scottsdale, AZ 85259|11291 E Viaduct Linda||Scottsdale
300 West Apache Trail, Apache Junction, AZ 85220|300 W Apache Trl||Apache Junction
5235 North Highway 64, Williams, AZ 86046|5235 N Hwy 64||Williams
6300 East Golf Links Road, Tucson, AZ 85730|6300 E Golf Links Rd||Tucson
8501 West Bowles Avenue, Littleton, CO 80123|8501 W Bowles Ave||Littleton
2700 Colorado Boulevard, Idaho Springs, CO 80452|2700 Colorado Blvd||Idaho Springs
525 North Avenue, Grand Junction, CO 81501|525 North Ave||Grand Junction
1001 West New York Avenue, Gunnison, CO 81230|1001 W New York Ave||Gunnison
132 West 6th Street, Glenwood Springs, CO 81601|132 W 6th St||Glenwood Springs
321 South Denver Avenue, Fort Lupton, CO 80621|321 S Denver Ave||Fort Lupton
771 South Santa Fe Avenue, Pueblo, CO 81006|771 S Santa Fe Ave||Pueblo
100 Greyrock Place, Stamford, CT 06901|100 Greyrock Pl||Stamford`);

/**
 * Whole addresses of pyap's tests (MIT), a few of each street. The parts are our labels, written
 * before the rules ran on them.
 */
export const PYAP_HELD_OUT = addresses(`
123 Very Nice Street, Ulm, AR 12345|123 Very Nice St||Ulm
16444 N 91ST ST BLDG H, SCOTTSDALE, AZ 85260|16444 N 91st St|BLDG H|Scottsdale
235 PEACHTREE ST NE 900, ATLANTA, GA 30303|235 Peachtree St NE|900|Atlanta
600 HIGHWAY 32 EAST, WATER VALLEY, MS 38965|600 Hwy 32 E||Water Valley
12401 Research Blvd, Building II, Austin TX 78759|12401 Research Blvd|BLDG II|Austin
0 OLD MILL RD, Maynard, MA 01754|0 Old Mill Rd||Maynard
103 Morgan Lane, Suite 102 Plainsboro, NJ 08536|103 Morgan Ln|102|Plainsboro
3409 16th St Metairie, LA 70002|3409 16th St||Metairie
1505 NW 14th Street Miami, FL 33125|1505 NW 14th St||Miami
01 Main Rd. Newfield, NJ|1 Main Rd||Newfield
28 Gorgo Lane Newfield, NJ|28 Gorgo Ln||Newfield
1720 HARDING HWY NEWFIELD, NJ|1720 Harding Hwy||Newfield
4409 N DELSEA DR NEWFIELD, NJ|4409 N Delsea Dr||Newfield
9 N EAST BLVD NEWFIELD, NJ 10000|9 N East Blvd||Newfield
900 COLUMBIA AVE. NEWFIELD, NJ|900 Columbia Ave||Newfield
1450 E. Chestnut Avenue, Vineland NJ|1450 E Chestnut Ave||Vineland
50 Harry S Truman Parkway Annapolis, MD 21401|50 Harry S Truman Pkwy||Annapolis
420 Crompton Street Charlotte , North Carolina 28273|420 Crompton St||Charlotte
204 East 3rd Ave Cheyenne, WY 82001|204 E 3rd Ave||Cheyenne
1806 Dominion Way Ste B Colorado Spgs, CO 80918-8409|1806 Dominion Way|B|Colorado Spgs
2600 South Shore Blvd Ste. 300 League City, TX 77573|2600 S Shore Blvd|300|League City
2675 Antler Drive Carson City, NV 89701-1451|2675 Antler Dr||Carson City
3719 Lockwood Dr., Houston, TX 77026|3719 Lockwood Dr||Houston
154 Grand Street New York, NY 10013|154 Grand St||New York
3655 Torrance Blvd Suite 230 Torrance CA 90503|3655 Torrance Blvd|230|Torrance
800 Sixth Ave #31A New York, NY 10001|800 6th Ave|31A|New York
8861 Research Drive, Ste. 200, Irvine, CA 92618|8861 Research Dr|200|Irvine
317 N. Mission St. Ste. 200 Wenatchee, WA 98801|317 N Mission St|200|Wenatchee
2709 Bickford Avenue, Suite A Snohomish, WA 98290|2709 Bickford Ave|A|Snohomish
7307 N. Division Street, Suite 102 Spokane, WA 99208|7307 N Division St|102|Spokane
1530 South Union Avenue, Suite 7 Tacoma, WA 98405|1530 S Union Ave|7|Tacoma
3131 Smokey Point Drive, Suite 14 A Arlington, WA 98223|3131 Smokey Pt Dr|14 A|Arlington
1603 Grove Street Marysville, WA 98270|1603 Grove St||Marysville
15701 E. Sprague Avenue, Suite F Spokane Valley, WA 99037|15701 E Sprague Ave|F|Spokane Valley
18204 Bothell Everett Hwy, Suite E Bothell, WA 98012|18204 Bothell Everett Hwy|E|Bothell
3505 188th Street SW Lynnwood, WA 98037|3505 188th St SW||Lynnwood
22035 SE Wax Road, Suite 5 Maple Valley, WA 98038|22035 SE Wax Rd|5|Maple Valley
4031 University Drive Suite 200 Fairfax, Virginia 22030|4031 University Dr|200|Fairfax`);
