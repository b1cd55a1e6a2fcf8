/**
 * How people write @ and . in words: English, German, French, Spanish, Italian, Portuguese, Dutch,
 * Nordic, Polish, Czech, Hungarian, Russian.
 */
const AT_WORDS =
  'at|ät|æt|aet|arroba|arobase|arobas|chiocciola|apenstaartje|apestaartje|snabel-?a|krøllalfa|małpa|malpa|zavináč|zavinac|kukac|собака|klammeraffe|at-?sign|アットマーク|アット|あっと|艾特|골뱅이';
const DOT_WORDS = 'dot|punkt|point|punto|ponto|punt|kropka|tečka|tecka|pont|точка|prikk|piste';

const OPEN = '[\\[({<«‹„“|*]';
const CLOSE = '[\\])}>»›“”|*]';
const BRACKETED_AT = new RegExp(` ?${OPEN}{1,2} ?(?:${AT_WORDS}|@) ?${CLOSE}{1,2} ?`, 'giu');
const DASHED_AT = new RegExp(` [-–_/~]{1,2} ?(?:${AT_WORDS}|@) ?[-–_/~]{1,2} `, 'giu');
const DASHED_DOT = new RegExp(` [-–_/~]{1,2} ?(?:${DOT_WORDS}) ?[-–_/~]{1,2} `, 'giu');
/** `(a)` also numbers a list, so it counts only without spaces around it. */
const TIGHT_A = /(?<=[\p{L}\p{N}])[[({]a[\])}](?=[\p{L}\p{N}])/giu;
const BRACKETED_DOT = new RegExp(` ?${OPEN}{1,2} ?(?:${DOT_WORDS}|\\.) ?${CLOSE}{1,2} ?`, 'giu');
/** Japanese pages write a star or a circle, and ask to put @ in its place. */
const STAR_AT = /(?<=[a-z0-9._-]{2}) ?[★☆●◎■◆＊※] ?(?=[a-z0-9-]{1,63}\.[a-z])/gi;
const KANA_AT = /(?<=[a-z0-9._-]{2}) ?(?:アットマーク|アット) ?(?=[a-z0-9-]{1,63}\.[a-z])/gi;
const HTML_ESCAPE = /&(?:#0{0,4}64|#x0{0,4}40|commat);/gi;
const HTML_DOT = /&(?:#0{0,4}46|#x0{0,4}2e|period);/gi;
/** "info AT example.com", the word in capitals and the name not. */
const CAPITAL_AT =
  /(?<![\p{L}\d.])([a-z\d._+-]{2,64}) AT ([a-z\d-]{1,63}(?:\.[a-z\d-]{2,63}){1,3})(?![\p{L}\d])/gu;
const UNDERSCORED = /(?<=[a-z\d])_(at|dot)_(?=[a-z\d])/gi;

const LABEL = '[\\p{L}\\p{N}_+-]{1,63}';
const SPOKEN = new RegExp(
  `(?<![\\p{L}\\p{N}])(${LABEL}(?:(?:\\.| (?:${DOT_WORDS}) )${LABEL}){0,3}) (?:${AT_WORDS}) (${LABEL}(?: (?:${DOT_WORDS}) ${LABEL}){1,3})`,
  'giu',
);
const SPOKEN_DOT = new RegExp(` (?:${DOT_WORDS}) `, 'giu');
const SPACED_AT =
  /(?<![\p{L}\p{N}._+-])([\p{L}\p{N}._+-]{1,64}) @ ?([\p{L}\p{N}-]{1,63}(?: ?\. ?[\p{L}\p{N}-]{2,63}){1,3})/gu;
const SPACED_BEHIND =
  /(?<![\p{L}\p{N}._+-])([\p{L}\p{N}._+-]{1,64})@ ([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{2,63}){1,3})/gu;
/** "Find us @ example.com" names no mailbox. */
const NOT_MAILBOXES = new Set(
  'us me him her them it here now live you find visit follow meet see are is be join shop order online and or the more look'.split(
    ' ',
  ),
);

const joined = (whole: string, local: string, domain: string): string =>
  NOT_MAILBOXES.has(local.toLowerCase()) ? whole : `${local}@${domain.replaceAll(' ', '')}`;

/**
 * Rewrites addresses spelled out against harvesters ("info [at] example [dot] com") as plain ones.
 * Unbracketed words count only when both "at" and "dot" are spelled out, or "AT" in capitals.
 * @param text white space collapsed
 */
export function deobfuscate(text: string): string {
  return text
    .replace(HTML_ESCAPE, '@')
    .replace(HTML_DOT, '.')
    .replace(UNDERSCORED, (_, word: string) => (word.toLowerCase() === 'at' ? '@' : '.'))
    .replace(BRACKETED_AT, '@')
    .replace(DASHED_AT, '@')
    .replace(DASHED_DOT, '.')
    .replace(TIGHT_A, '@')
    .replace(STAR_AT, '@')
    .replace(KANA_AT, '@')
    .replace(BRACKETED_DOT, '.')
    .replace(CAPITAL_AT, joined)
    .replace(
      SPOKEN,
      (_, local: string, domain: string) =>
        `${local.replace(SPOKEN_DOT, '.')}@${domain.replace(SPOKEN_DOT, '.')}`,
    )
    .replace(SPACED_AT, joined)
    .replace(SPACED_BEHIND, joined);
}
