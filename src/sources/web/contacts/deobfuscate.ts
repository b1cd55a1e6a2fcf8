/** How people write @ and . in words: English, German, French, Spanish, Italian, Portuguese, Dutch, Nordic, Polish, Czech, Hungarian, Russian. */
const AT_WORDS =
  'at|ät|æt|aet|arroba|arobase|arobas|chiocciola|apenstaartje|apestaartje|snabel-?a|krøllalfa|małpa|malpa|zavináč|zavinac|kukac|собака|klammeraffe';
const DOT_WORDS = 'dot|punkt|point|punto|ponto|punt|kropka|tečka|tecka|pont|точка|prikk|piste';

const OPEN = '[\\[({<«|*]';
const CLOSE = '[\\])}>»|*]';
const BRACKETED_AT = new RegExp(
  `\\s*${OPEN}{1,2}\\s*(?:${AT_WORDS}|@)\\s*${CLOSE}{1,2}\\s*`,
  'giu',
);
/** `(a)` also numbers a list, so it counts only without spaces around it. */
const TIGHT_A = /(?<=[\p{L}\p{N}])[[({]a[\])}](?=[\p{L}\p{N}])/giu;
const BRACKETED_DOT = new RegExp(
  `\\s*${OPEN}{1,2}\\s*(?:${DOT_WORDS}|\\.)\\s*${CLOSE}{1,2}\\s*`,
  'giu',
);

const LABEL = '[\\p{L}\\p{N}_+-]{1,63}';
const SPOKEN = new RegExp(
  `(?<![\\p{L}\\p{N}])(${LABEL}(?:(?:\\.|\\s+(?:${DOT_WORDS})\\s+)${LABEL}){0,3})\\s+(?:${AT_WORDS})\\s+(${LABEL}(?:\\s+(?:${DOT_WORDS})\\s+${LABEL}){1,3})`,
  'giu',
);
const SPOKEN_DOT = new RegExp(`\\s+(?:${DOT_WORDS})\\s+`, 'giu');
const SPACED_AT =
  /([\p{L}\p{N}._+-]{1,64})[ \t]+@[ \t]+([\p{L}\p{N}-]{1,63}(?:[ \t]*\.[ \t]*[\p{L}\p{N}-]{2,63}){1,3})/gu;
/** "Find us @ example.com" names no mailbox. */
const NOT_MAILBOXES = new Set(
  'us me him her them it here now live you find visit follow meet see are is be join shop order online and or the'.split(
    ' ',
  ),
);

/**
 * Rewrites addresses spelled out against harvesters ("info [at] example [dot] com") as plain ones.
 * Unbracketed words count only when both "at" and "dot" are spelled out.
 */
export function deobfuscate(text: string): string {
  return text
    .replaceAll('＠', '@')
    .replaceAll('．', '.')
    .replace(BRACKETED_AT, '@')
    .replace(TIGHT_A, '@')
    .replace(BRACKETED_DOT, '.')
    .replace(
      SPOKEN,
      (_, local: string, domain: string) =>
        `${local.replace(SPOKEN_DOT, '.')}@${domain.replace(SPOKEN_DOT, '.')}`,
    )
    .replace(SPACED_AT, (whole, local: string, domain: string) =>
      NOT_MAILBOXES.has(local.toLowerCase()) ? whole : `${local}@${domain.replace(/\s+/g, '')}`,
    );
}
