import {
  type CountryCode,
  findPhoneNumbersInText,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/** How much text before a number is asked what it is. */
const LABEL_REACH_CHARS = 24;

const PHONE_LABEL =
  /(?:tel(?:e(?:phone|fon|fone|foon|f[oó]no|fono))?|phone|ph|fon|call|dial|mobil(?:e|fon)?|cell(?:ulare)?|handy|hotline|whats ?app|signal|t[ée]l[ée]?(?:phone)?|m[óo]vil|portable|puh(?:elin)?|telefax \/ tel|тел(?:ефон)?|電話|电话|☎|📞|📱)[\s.:()\p{P}\d]{0,8}(?:no|nr|number|nummer|us)?[\s.:#()]*$/iu;
const FAX_LABEL =
  /(?:^|[^\p{L}])(?:tele)?fax[\s.:()-]*(?:no|nr|number|nummer)?[\s.:()]*$|t[ée]l[ée]copie[\s.:]*$|ファックス[\s:]*$/iu;
const IDENTIFIER_LABEL =
  /(?:order|invoice|sku|isbn|issn|vat|id|ref(?:erence)?|no|nr|nummer|number|#|№|ust-?id(?:nr)?|hrb|hra|iban|bic|siret|siren|abn|acn|ein|d-?u-?n-?s|vin|account|konto|item|model|art(?:icle|ikel)?|patent|serial|licen[cs]e|case|kvk|btw|cif|nif|iva|krs|nip|regon|cnpj|cpf|inn|ogrn|инн|огрн|registration|ticket|tracking|build|version|zip|plz|gtin|ean|upc|asin|doi|utc|since|©|copyright)[\s.:#()-]*$/iu;
const MONEY_BEFORE = /[$€£¥₹₽]\s*$|(?:usd|eur|gbp|chf|jpy)\s*$/iu;
const MONEY_AFTER = /^\s*(?:[$€£¥₹₽%]|(?:usd|eur|gbp|chf|jpy|kr|zł)\b)/iu;
const PART_BEFORE = /[\p{L}\d_=/@#%&.,]$/u;
const PART_AFTER = /^(?:[\p{L}_=/@%&]|[.,]\d)/u;

const DATE =
  /^(?:(?:19|20)\d{2}[-./\s]\d{1,2}[-./\s]\d{1,2}|\d{1,2}[-./\s]\d{1,2}[-./\s](?:19|20)\d{2})(?!\d)/;
const YEARS = /^(?:19|20)\d{2}\s?[-–/]\s?(?:19|20)\d{2}(?!\d)/;
const DOTTED_QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const DECIMAL = /^\d+[.,]\d{4,}$/;
const SEPARATED = /[\s().\-/‐-–]/;
/** National numbers that count up, or repeat one digit. */
const PLACEHOLDER = /^(?:0?1234567|2345678|0123456)|(\d)\1{6}/;

/** Whether a run of digits that could be a number is something else: a date, a price, an identifier, a placeholder. */
function isPhoneDecoy(written: string, before: string, after: string): boolean {
  if (FAX_LABEL.test(before)) return true;
  const labelled = PHONE_LABEL.test(before);
  if (MONEY_BEFORE.test(before) || MONEY_AFTER.test(after)) return true;
  if (written.startsWith('+') || labelled) return false;
  if (PART_BEFORE.test(before) || PART_AFTER.test(after) || IDENTIFIER_LABEL.test(before))
    return true;
  return (
    !SEPARATED.test(written) ||
    DATE.test(written) ||
    YEARS.test(written) ||
    DOTTED_QUAD.test(written) ||
    DECIMAL.test(written)
  );
}

/**
 * Numbers in running text, E.164, in order; extensions are dropped and faxes left out.
 * @param country what a number without a country code is read as; null reads only numbers with one
 */
export function findPhones(text: string, country: CountryCode | null): string[] {
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    if (!/\d\D{0,3}\d\D{0,3}\d/.test(line)) continue;
    for (const { number, startsAt, endsAt } of findPhoneNumbersInText(line, country ?? undefined)) {
      const before = line.slice(Math.max(0, startsAt - LABEL_REACH_CHARS), startsAt);
      if (
        !PLACEHOLDER.test(number.nationalNumber) &&
        !isPhoneDecoy(line.slice(startsAt, endsAt), before, line.slice(endsAt, endsAt + 6))
      )
        found.add(number.number);
    }
  }
  return [...found];
}

/** One number written on its own (a `tel:` link, structured data); null when it is none. */
export function cleanPhone(written: string, country: CountryCode | null): string | null {
  const parsed = parsePhoneNumberFromString(written, {
    ...(country && { defaultCountry: country }),
    extract: true,
  });
  return parsed?.isValid() && !PLACEHOLDER.test(parsed.nationalNumber) ? parsed.number : null;
}

const SCHEMES = /^(?:tel|sms|callto|whatsapp):/i;
const WHATSAPP_HOSTS = new Set(['wa.me', 'api.whatsapp.com', 'web.whatsapp.com']);

/** The number a link calls or writes to: `tel:`, `sms:`, `callto:` and WhatsApp's addresses. */
export function linkPhone(href: string, country: CountryCode | null): string | null {
  const url = URL.parse(href);
  if (!url) return null;
  if (WHATSAPP_HOSTS.has(url.hostname)) {
    const digits = (url.searchParams.get('phone') ?? url.pathname).replace(/\D/g, '');
    return digits === '' ? null : cleanPhone(`+${digits}`, null);
  }
  if (!SCHEMES.test(href)) return null;
  const [number = ''] = href.replace(SCHEMES, '').split(/[;?]/, 1);
  try {
    return cleanPhone(decodeURIComponent(number).replace(/^\/+/, ''), country);
  } catch {
    return null;
  }
}
