import { ApiError } from '../../lib/errors.ts';
import { readFragment } from '../contacts/contents-reader.ts';
import { findMainContent } from '../html/main-content.ts';
import { HtmlToMarkdown } from '../markdown/html-to-markdown.ts';
import { CHALLENGE_MESSAGE, isChallenge } from './challenge.ts';

const MESSAGES = {
  challenge: CHALLENGE_MESSAGE,
  consent: 'The site asks for consent to its cookies before it shows this page.',
  missing: 'The page reports that it does not exist, although its HTTP status is a success.',
  parked: 'The domain is parked, for sale or suspended, so it has no site to read.',
} as const;

/** A page with a success status that is not the requested page. */
export class SoftError extends ApiError {
  readonly kind: keyof typeof MESSAGES;

  constructor(kind: keyof typeof MESSAGES) {
    super('VALIDATION_FAILED', MESSAGES[kind]);
    this.kind = kind;
  }
}

/** Longer documents are taken for the requested page. */
const MAX_HTML_CHARS = 1_048_576;
/** Characters outside links; a page about missing pages has more. */
const MAX_MISSING_CHARS = 700;
const MAX_SALE_CHARS = 2_500;
const MAX_SENTENCE_CHARS = 600;
const MAX_PLACEHOLDER_CHARS = 300;

const words = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim();

const START_TAGS = [/<title(?:\s[^<>]*)?>/i, /<h1(?:\s[^<>]*)?>/i];
const END_TAG = /<\/(?:title|h1)/i;
const MAX_NAME_CHARS = 400;
/** Separator between the page's name and the site's. */
const SEPARATOR = /\s[|–—·•»«:-]{1,3}\s|[|｜]/;

/** Title and main heading, split at separators to isolate the page's name. */
const namesOf = (html: string): string[] =>
  START_TAGS.flatMap((tag) => {
    const start = tag.exec(html);
    if (!start) return [];
    const from = start.index + start[0].length;
    const [name = ''] = html.slice(from, from + MAX_NAME_CHARS).split(END_TAG, 1);
    return readFragment(name).text.split(SEPARATOR);
  });

const STATUS = /^(?:404|410)$/;
/** Words around the statement that a page is missing. */
const REMARKS = new Set(
  'oops ooops whoops sorry uh oh no error errors http code status err fehler erreur errore erro fout fel feil fejl błąd chyba hata ошибка помилка σφάλμα'.split(
    ' ',
  ),
);
const ENGLISH = new RegExp(
  '^(?:(?:the|this|that|your) )?(?:(?:requested|web) )?(?:(?:page|webpage|file|' +
    'document|article|post|product|item|profile|user|account|content|resource|url|' +
    "link|site|website) )?(?:(?:you requested|you(?:'re| are) looking for|" +
    "requested) )?(?:(?:was|is|can|could) )?(?:not (?:be )?found|(?:can't|cannot|" +
    "couldn't) be found|doesn't exist|does not exist|no longer exists|missing|" +
    "(?:page|content|post|profile|article) (?:isn't|is not|is no longer|not|" +
    'no longer) available)$|^(?:this|that|the) (?:page|content|post|profile|' +
    "article) (?:isn't|is not|is no longer) available$|^we (?:can't|cannot|" +
    "couldn't|could not) find (?:this|that|the|your) page$",
);
const OTHER_LANGUAGES = (
  'seite nicht gefunden|diese seite wurde nicht gefunden|die seite wurde nicht gefunden|seite existiert nicht|page non trouvée|page introuvable|cette page est introuvable|' +
  'página no encontrada|pagina no encontrada|no se encontró la página|página não encontrada|pagina não encontrada|pagina non trovata|pagina niet gevonden|de pagina is niet gevonden|' +
  'sidan hittades inte|sidan kunde inte hittas|sidan finns inte|siden blev ikke fundet|siden findes ikke|siden ble ikke funnet|siden finnes ikke|sivua ei löytynyt|sivua ei löydy|' +
  'nie znaleziono strony|strona nie została znaleziona|strona nie istnieje|stránka nenalezena|stránka nebyla nalezena|stránka sa nenašla|az oldal nem található|a keresett oldal nem található|' +
  'pagina nu a fost găsită|stranica nije pronađena|sayfa bulunamadı|страница не найдена|сторінку не знайдено|страницата не е намерена|η σελίδα δεν βρέθηκε|הדף לא נמצא|الصفحة غير موجودة|' +
  'ページが見つかりません|ページが見つかりませんでした|お探しのページは見つかりませんでした|页面不存在|找不到页面|页面未找到|頁面不存在|找不到頁面|페이지를 찾을 수 없습니다|không tìm thấy trang|halaman tidak ditemukan'
).split('|');
/** Statements in the text that confirm a heading of only a status number. */
const NOT_THERE =
  /not (?:be )?found|(?:n't|not|cannot|no longer) (?:exist|find|be found|available)|no longer exists|been (?:re)?moved|been deleted|не найдена|introuvable|nicht gefunden|non trouvée|não encontrad|no encontrad|non trovata|niet gevonden/;

/** '' when a heading is only a status; null when it does not state a missing page. */
function missingName(name: string): string | null {
  const said = words(name).split(' ');
  const isRemark = (word: string) => REMARKS.has(word) || STATUS.test(word);
  const from = said.findIndex((word) => !isRemark(word));
  if (from < 0) return said.some((word) => STATUS.test(word)) ? '' : null;
  const core = said.slice(from, said.findLastIndex((word) => !isRemark(word)) + 1).join(' ');
  return ENGLISH.test(core) || OTHER_LANGUAGES.includes(core) ? core : null;
}

const LINK = /\[[^[\]]*\]\([^()\s]*\)/g;

/** Text of the main content without link texts. */
function contentWords(html: string): string {
  const converter = new HtmlToMarkdown(
    'https://site.invalid/',
    MAX_HTML_CHARS,
    'main',
    findMainContent(html),
  );
  converter.write(html);
  // Twice, since a link may contain an image.
  return words(converter.end().markdown.replace(LINK, ' ').replace(LINK, ' '));
}

function isMissing(html: string, names: readonly string[]): boolean {
  const said = names.map(missingName).filter((name) => name !== null);
  if (said.length === 0) return false;
  const text = contentWords(html);
  return text.length <= MAX_MISSING_CHARS && (said.some(Boolean) || NOT_THERE.test(text));
}

/** Scripts of the largest domain parking services. */
const PARKING = new RegExp(
  String.raw`/parking-lander/|\bsedoparking\.com|\bparkingcrew\.net|` +
    String.raw`\bd38psrni17bvxu\.cloudfront\.net|\bcdn\.parklogic\.com`,
);
const SALE = new RegExp(
  '^(?:(?:the|this) )?(?:premium )?(domain )?(?:name )' +
    String.raw`?(?:([\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,4}) )?(?:(?:is|may be|might be|` +
    'has) )?(?:for sale|available for purchase|parked|expired)[.!]*$',
  'u',
);
const HELD = new Set(
  (
    'buy this domain|parked domain|domain parking|account suspended|website suspended|site suspended|website expired|site expired|' +
    'this account has been suspended|this website has been suspended|this site has been suspended'
  ).split('|'),
);
const HELD_SENTENCE = new RegExp(
  'this (?:web ?site|web ?page|page|domain(?: name)?) (?:is|has been|may be)' +
    ' (?:parked|for sale)|this account has been suspended',
);

/** Whether a heading offers the requested domain; on a marketplace, other domains are offered. */
function isSale(name: string, host: string): boolean {
  const text = name.toLowerCase().replace(/\s+/g, ' ').trim();
  if (HELD.has(words(name))) return true;
  const [sale, generic, domain] = SALE.exec(text) ?? [];
  if (sale === undefined) return false;
  return domain ? host === domain || host.endsWith(`.${domain}`) : generic !== undefined;
}

function isParked(html: string, names: readonly string[], host: string): boolean {
  const isNamed = PARKING.test(html) || names.some((name) => isSale(name, host));
  if (!isNamed && html.length > MAX_SENTENCE_CHARS * 100) return false;
  const text = words(readFragment(html).text);
  return isNamed
    ? text.length <= MAX_SALE_CHARS
    : text.length <= MAX_SENTENCE_CHARS && HELD_SENTENCE.test(text);
}

/** Consent forms that the largest portals serve as a page of their own. */
const CONSENT =
  /action="https:\/\/consent\.(?:google|youtube)\.[a-z.]{2,6}\/save|action="[^"]{0,200}\/v2\/collectConsent/;

function softErrorOf(html: string, asked: string): SoftError['kind'] | null {
  if (isChallenge(html)) return 'challenge';
  if (html.length > MAX_HTML_CHARS) return null;
  if (CONSENT.test(html)) return 'consent';
  const names = namesOf(html);
  if (isMissing(html, names)) return 'missing';
  return isParked(html, names, new URL(asked).hostname) ? 'parked' : null;
}

/** @throws SoftError for HTML served instead of the requested page */
export function requireOwnPage(html: string, asked: string): void {
  const kind = softErrorOf(html, asked);
  if (kind) throw new SoftError(kind);
}

/** Passes a page's text through; at its end calls {@link requireOwnPage}. */
export async function* ownPage(
  chunks: AsyncGenerator<string>,
  asked: string,
): AsyncGenerator<string> {
  let html = '';
  for await (const chunk of chunks) {
    if (html.length <= MAX_HTML_CHARS) html += chunk;
    yield chunk;
  }
  requireOwnPage(html, asked);
}

/** Message for a page without content in its HTML. */
export const DRAWN_BY_SCRIPTS =
  'The page has no content in its HTML; scripts may render it in a browser.';

/** Words of loading messages. */
const WAITING = new Set(
  (
    'loading please wait while the this your page app application site website content data is are starts starting initializing redirecting just one a few moment moments second seconds we to be will in enable it continue ' +
    'chargement en cours wird geladen lädt laden bitte warten cargando espere por favor carregando aguarde caricamento in corso attendere prego ładowanie proszę czekać načítání betöltés laster laddar indlæser ladataan yükleniyor ' +
    'загрузка подождите пожалуйста идет идёт 読み込み中 読み込み中です 加载中 正在加载 載入中 로딩 로딩중 중'
  ).split(' '),
);
const SCRIPTS = /java ?script|(?<!\S)js(?!\S)/;
const ENABLE = new RegExp(
  'enabl|requir|turn (?:it )?on|disabled|aktivier|activ|habilit|abilita|attiva|' +
    'ative|schakel|włącz|включ|увімк|zapn|有効|启用|啟用|활성',
);
const SENTENCE_END = /[.!?…。\n]+/;

/** Whether the visible text consists only of loading messages or requests to enable scripts. */
export function isPlaceholder(text: string): boolean {
  if (text.length > MAX_PLACEHOLDER_CHARS) return false;
  const sentences = text.split(SENTENCE_END).map(words).filter(Boolean);
  return (
    sentences.length > 0 &&
    sentences.every(
      (said) =>
        (SCRIPTS.test(said) && ENABLE.test(said)) ||
        said.split(' ').every((word) => WAITING.has(word)),
    )
  );
}
