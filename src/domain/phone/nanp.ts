/**
 * Area codes of calling code +1 that belong to neither the United States nor Canada, and their ISO
 * 3166-1 country (NANPA, "NPA database"). The five US territories (PR, VI, GU, MP, AS) have codes
 * of their own in ISO 3166-1 and are listed with the other countries.
 */
const OTHER_COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '242': 'BS',
    '246': 'BB',
    '264': 'AI',
    '268': 'AG',
    '284': 'VG',
    '340': 'VI',
    '345': 'KY',
    '441': 'BM',
    '473': 'GD',
    '649': 'TC',
    '658': 'JM',
    '664': 'MS',
    '670': 'MP',
    '671': 'GU',
    '684': 'AS',
    '721': 'SX',
    '758': 'LC',
    '767': 'DM',
    '784': 'VC',
    '787': 'PR',
    '809': 'DO',
    '829': 'DO',
    '849': 'DO',
    '868': 'TT',
    '869': 'KN',
    '876': 'JM',
    '939': 'PR',
  }),
);

/**
 * The country a +1 number's area code belongs to when that is neither the United States nor Canada.
 * @param national digits after +1, complete or not
 */
export function otherNanpCountry(national: string): string | null {
  return OTHER_COUNTRIES.get(national.slice(0, 3)) ?? null;
}

/**
 * Whether a +1 number lies in the range kept for fiction: 555-0100 to 555-0199 of a geographic area
 * code, or 800-555-0199 (NANPA, "555 line numbers").
 */
export function isFictional(national: string): boolean {
  return (
    /^[2-9]\d\d55501\d\d$/.test(national) &&
    (!/^8(?:00|33|44|55|66|77|88)/.test(national) || national === '8005550199')
  );
}

/**
 * Area codes of the United States and Canada by state or province (ISO 3166-2), as of Google's
 * libphonenumber (geocoding of calling code 1). Codes that several provinces share (902, 782, 867)
 * are in none of them.
 */
const AREA_CODES: Readonly<Record<string, string>> = {
  'US-AK': '907',
  'US-AL': '205 251 256 334 659 938',
  'US-AR': '327 479 501 870',
  'US-AZ': '480 520 602 623 928',
  'US-CA':
    '209 213 279 310 323 341 350 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 ' +
    '669 707 714 738 747 760 805 818 820 831 840 858 909 916 925 949 951',
  'US-CO': '303 719 720 748 970 983',
  'US-CT': '203 475 860 959',
  'US-DC': '202 771',
  'US-DE': '302',
  'US-FL':
    '239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 ' +
    '954',
  'US-GA': '229 404 470 478 678 706 762 770 912 943',
  'US-HI': '808',
  'US-IA': '319 515 563 641 712',
  'US-ID': '208 986',
  'US-IL': '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 872',
  'US-IN': '219 260 317 463 574 765 812 930',
  'US-KS': '316 620 785 913',
  'US-KY': '270 364 502 606 859',
  'US-LA': '225 318 337 504 985',
  'US-MA': '339 351 413 508 617 774 781 857 978',
  'US-MD': '227 240 301 410 443 667',
  'US-ME': '207',
  'US-MI': '231 248 269 313 517 586 616 734 810 906 947 989',
  'US-MN': '218 320 507 612 651 763 952',
  'US-MO': '235 314 417 557 573 636 660 816 975',
  'US-MS': '228 601 662 769',
  'US-MT': '406',
  'US-NC': '252 336 472 704 743 828 910 919 980 984',
  'US-ND': '701',
  'US-NE': '308 402 531',
  'US-NH': '603',
  'US-NJ': '201 551 609 640 732 848 856 862 908 973',
  'US-NM': '505 575',
  'US-NV': '702 725 775',
  'US-NY': '212 315 329 332 347 363 516 518 585 607 631 646 680 716 718 838 845 914 917 929 934',
  'US-OH': '216 220 234 283 326 330 380 419 440 513 567 614 740 937',
  'US-OK': '405 539 572 580 918',
  'US-OR': '458 503 541 971',
  'US-PA': '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878',
  'US-RI': '401',
  'US-SC': '803 821 839 843 854 864',
  'US-SD': '605',
  'US-TN': '423 615 629 731 865 901 931',
  'US-TX':
    '210 214 254 281 325 346 361 409 430 432 469 512 682 713 726 737 806 817 830 832 903 915 ' +
    '936 940 945 956 972 979',
  'US-UT': '385 435 801',
  'US-VA': '276 434 540 571 686 703 757 804 826 948',
  'US-VT': '802',
  'US-WA': '206 253 360 425 509 564',
  'US-WI': '262 274 353 414 534 608 715 920',
  'US-WV': '304 681',
  'US-WY': '307',
  'CA-AB': '368 403 587 780 825',
  'CA-BC': '236 250 257 604 672 778',
  'CA-MB': '204 431 584',
  'CA-NB': '428 506',
  'CA-NL': '709 879',
  'CA-ON': '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 807 905 942',
  'CA-QC': '263 354 367 418 438 450 468 514 579 581 819 873',
  'CA-SK': '306 474 639',
};

const STATE_OF_AREA: ReadonlyMap<string, string> = new Map(
  Object.entries(AREA_CODES).flatMap(([state, codes]) =>
    codes.split(' ').map((code) => [code, state] as const),
  ),
);

export const isState = (code: string): boolean => Object.hasOwn(AREA_CODES, code);

/** @returns ISO 3166-2; null for an area code that is not one state's or province's alone */
export const stateOfArea = (areaCode: string): string | null => STATE_OF_AREA.get(areaCode) ?? null;

/**
 * An area code, and the seven digits after it: neither begins with 0 or 1 (NANPA, "numbering plan
 * format").
 */
const NANP_E164 = /^\+1([2-9]\d\d)[2-9]\d{6}$/;

/** @returns null for a number that is not North American */
export const parseAreaCode = (e164: string): string | null => NANP_E164.exec(e164)?.[1] ?? null;
