/** What the words around a number say it is. */
export type NumberLabel = 'phone' | 'fax' | 'other' | 'unsaid';

/** How much text before a number is asked what it is. */
export const LABEL_REACH_CHARS = 40;

const letters = (words: string): string => `(?<![\\p{L}])(?:${words})`;

const PHONE_WORDS =
  'tel[eé]?(?:phone|fono?|fone|foon|f[oó]n(?:o|os)?|fonisch|efon)?|t[ée]l[ée]?(?:phone)?s?|phones?|ph|fon|fone|call|dial|ring|text|sms|mobil(?:e|fon|nummer|telefon)?|mob|m[óo]vil|cell(?:ulare|phone)?|celular|cel|handy|gsm|hotline|help ?line|helpdesk|' +
  'contact|office|reception|emergency|enquir(?:y|ies)|customer (?:care|services?)|whats ?app|viber|signal|portable|puh(?:elin)?|kom|infolinia|centralita|toll[- ]?free|free ?phone|call[- ]?us|rufnummer|zentrale|durchwahl|telefoonnummer|standard|anruf(?:en)?|reach us|' +
  'тел(?:ефон)?|моб|τηλ(?:έφωνο)?|điện thoại|sđt|電話(?:番号)?|お電話|携帯|代表|フリーダイヤル|电话|電話|手机|客服|전화(?:번호)?|대표전화|휴대폰|هاتف|تلفون|جوال|טלפון|โทร(?:ศัพท์)?|फ़?ोन|फोन';
const FAX_WORDS =
  '(?:tele)?fax|(?:tele)?faks|telefaks|telfax|t[ée]l[ée]copie(?:ur)?|ファックス|ファクス|ファクシミリ|факс|φαξ|传真|傳真|팩스|فاكس|פקס|โทรสาร|फैक्स|faksi';
const AFTER_LABEL =
  '(?:[ ]?(?:no|nr|number|nummer|num|numero|número|us|now|today|at|on|unter|au|al|番号|号码))?';
const SIGNS = '[\\s.:;()\\[\\]#*|>–—/·•「」【】：、_-]{0,8}';

const PHONE_LABEL = new RegExp(
  `(?:${letters(PHONE_WORDS)}${AFTER_LABEL}|[☎✆📞📱🕿☏🤙])[\\s\\ufe0f]?${SIGNS}(?:\\([^()]{0,20}\\)${SIGNS})?(?:\\+?\\d{0,3})?$`,
  'iu',
);
const FAX_LABEL = new RegExp(
  `(?:${letters(FAX_WORDS)}${AFTER_LABEL}|[📠🖷℻])${SIGNS}(?:\\([^()]{0,12}\\)${SIGNS})?$`,
  'iu',
);
const PHONE_AND_FAX = new RegExp(
  `(?:${letters('tel[a-zé]{0,6}|phone|ph|fone?|電話')}\\.?\\s?[/&+・und-]{1,3}\\s?(?:tele)?fax|fax\\.?\\s?[/&+]\\s?(?:tel|phone)[a-z]{0,5})${SIGNS}$`,
  'iu',
);
/** One letter before a number, as in "T +49 … F +49 …". */
const LETTER_LABEL = /(?:^|[\s|,;·•/(])([TPMFC])[.:)]?\s?$/;
/** "Fax" behind a number, and nothing behind it that it could be the label of. */
const FAX_AFTER = /^\s?(?:[([]\s?(?:tele)?fax|[-–,]?\s?(?:tele)?fax\s?(?:[.,;)\]|]|$))/i;

const IDENTIFIER_LABEL = new RegExp(
  `(?:${letters(
    'order|invoice|sku|id|ref(?:erence)?|no|nr|nummer|number|n[º°]|konto(?:nummer)?|item|model|part|art(?:icle|ikel)?|serial|case|ticket|tracking|build|version|zip|plz|cep|cap|since|booking|policy|code|pin|po box|postfach|members?|reg|licen[cs]e|matricola|permit',
  )}|#|№|〒|[©®])[\\s.:#()/-]{0,6}$`,
  'iu',
);
/**
 * Registers, taxes, banks, books: words that make any number behind them, in the same clause,
 * theirs.
 */
const REGISTER = new RegExp(
  `${letters(
    'isbn|issn|vat|ust-?id|umsatzsteuer|steuer-?(?:nr|nummer)|hrb|hra|fn|uid|iban|bic|swift|blz|siret|siren|rcs|ape|naf|tva|abn|acn|ein|duns|d-u-n-s|vin|kvk|btw|cif|nif|nie|iva|p\\.? ?iva|codice fiscale|rea|krs|nip|regon|pesel|cnpj|cpf|ie|inscri[cç][aã]o|inn|ogrn|kpp|инн|огрн|кпп|gtin|ean|upc|asin|doi|gst(?:in)?|cin|pan|tan|llpin|eori|lei|mwst|che|organisationsnummer|org\\.? ?nr|cvr|y-tunnus|ič[oo]|ico|dič|dic|adószám|cégjegyzékszám|cui|mersis|vergi|rfc|rut|ruc|cuit|nit|patent|account|company (?:no|number|reg)|registration|registered|charity|capital|tax|license|sort code|routing|handelsregister|registre|registro|登録番号|法人番号|許可|免許|统一社会信用代码|icp|备案|사업자(?:등록번호)?|통신판매',
  )}(?![\\p{Ll}])`,
  'iu',
);
const CLAUSE_END = /[,;|•·\n]/g;

/** The text since the last clause began. */
function clauseOf(before: string): string {
  let start = 0;
  for (const { index } of before.matchAll(CLAUSE_END)) start = index + 1;
  return before.slice(start);
}

/**
 * What the words before and after a number say it is.
 * @param before at most {@link LABEL_REACH_CHARS} of text
 */
export function numberLabelOf(before: string, after: string): NumberLabel {
  const letter = LETTER_LABEL.exec(before)?.[1];
  if (PHONE_AND_FAX.test(before)) return 'phone';
  if (FAX_LABEL.test(before) || letter === 'F' || FAX_AFTER.test(after)) return 'fax';
  if (PHONE_LABEL.test(before) || letter) return 'phone';
  return IDENTIFIER_LABEL.test(before) || REGISTER.test(clauseOf(before)) ? 'other' : 'unsaid';
}
