/**
 * Numbers kept for fiction and never assigned, by calling code: their national digits. 1: 555-0100
 * to 555-0199 of a geographic area code, and 800-555-0199 (NANPA, "555 line numbers"). 33: ARCEP,
 * décision 2018-0881. 44: Ofcom, "Telephone numbers for use in TV and radio drama". 46: PTS, of
 * 2020. 49: Bundesnetzagentur, Mitteilung 148/2021. 61: ACMA, "Phone numbers for use in TV shows,
 * films and creative works".
 */
const FICTIONAL: Readonly<Record<string, RegExp>> = {
  1: /^(?:(?!8(?:00|33|44|55|66|77|88))[2-9]\d\d55501\d\d|8005550199)$/,
  33: /^(?:19900|26191|35301|46571|53649|63998)\d{4}$/,
  44: new RegExp(
    '^(?:1(?:1[3-8]|[2-6]1)4960\\d{3}|1914980\\d{3}|2079460\\d{3}|2896496\\d{3}|2920180\\d{3}|' +
      '1632960\\d{3}|3069990\\d{3}|7700900\\d{3}|8081570\\d{3}|9098790\\d{3})$',
  ),
  46: /^(?:701740(?:60[5-9]|6[1-9]\d)|(?:3139006|4062804|8465004|9803192)\d\d)$/,
  49: /^(?:(?:3023125|6990009|4066969|2214710|8999998)\d{3}|(?:17139200|176040690)\d\d)$/,
  61: new RegExp(
    '^(?:[2378](?:5550|7010)\\d{4}|49157(?:0(?:006|15[6-9]|110|313|737)|1(?:266|491|804)|' +
      '2(?:549|665|983)|3(?:770|087)|4(?:118|632)|5(?:254|789)|6(?:398|801)|7(?:426|644)|' +
      '8(?:957|148|888)|9(?:212|760|455)))$',
  ),
};

/** Whether a number is kept for fiction. @param national digits after the calling code */
export const isFictional = (callingCode: string, national: string): boolean =>
  FICTIONAL[callingCode]?.test(national) ?? false;
