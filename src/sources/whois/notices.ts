import { contentLines } from './fields.ts';

/** A registry's own words about a query it did not answer with a record. */
export type WhoisNotice = 'ABSENT' | 'LIMITED' | 'RESERVED' | 'OUT_OF_ORDER';

/** Longer lines are sentences of legal notices, which use the same words. */
const MAX_NOTICE_CHARS = 160;

const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'), 'i');

/** Lines that say there is no such name, from their start. */
const ABSENT_START = anyOf(
  '^(?:domain |object )?(?:was )?not found\\b',
  '^nothing found\\b',
  '^no[ _](?:match|data|domains?|entry|entries|objects?|information|matching|such|found|records?|results?)\\b',
  '^no_se_encontro',
  '^object_not_found',
  '^key not found',
  '^data not found',
  '^domain (?:name )?(?!not available)(?:\\S{1,255} )?(?:is )?(?:not (?:found|registered|exist)|unassigned|unregistered|available$)',
  '^(?:the |this |above |requested |queried )*domain(?: name)? (?:\\S{1,255} )?(?:is |has |was |does )not (?:been )?(?:registered|found|exist)',
  '^(?:status[.: ]{1,3}|registration status: ?)?(?:free|available|not (?:registered|found))(?:[.!]?$| - )',
  '^(?:available: ?yes|disponible\\/available|domain unknown|dominio no existe\\w*)\\b',
  '^not find matching',
  '^we do not have an entry',
  '^this query returned 0 objects',
  '^the queried object does not exist',
  '^error:? ?\\d*:? ?(?:no entries|domain is not registered|object does not exist)',
  '^invalid query or domain name not known',
  // NIC.BO says no more to a name it does not have.
  '^whois\\.nic\\.bo solo acepta consultas',
  '^el dominio (?:\\S{1,255} )?no (?:existe|se encuentra)',
);
const ABSENT_END = anyOf(
  '\\bnot found[.!]*$',
  '\\bno (?:match|entries found|existe|match found)[.!]*$',
  '\\bis (?:free|available|not registered|still available)[.!]*$',
  '(?<!not )\\bavailable for (?:purchase|registration)[.!]*$',
  '\\bnot (?:a )?registe?re?d[.!]*$',
  '\\bnot (?:been )?registered[.!]*$',
  '\\bdoes not exist(?: in (?:the |our )?database)?[.!]*$',
  '\\bnot (?:found )?in (?:the |our )?(?:whois )?(?:database|registry)[.!]*$',
);
const ABSENT_WITHIN = anyOf(
  '\\bno match(?:es)? (?:for|found)\\b',
  '\\bno entries found\\b',
  '\\bwas not found in the\\b',
  '\\bnot known in\\b',
  '\\bno records matching\\b',
  '\\bno matching (?:objects?|records?) found\\b',
  '\\bif you would like to register this\\b',
  '\\b(?:does not exist|not available) in (?:the |our )?(?:whois )?database\\b',
);

const LIMITED = anyOf(
  '(?:limit|quota|rate)\\S{0,12} (?:has been |is |was |of )?(?:exceeded|reached)',
  'exceeded (?:the |your )?[^.]{0,40}(?:limit|quota|quer|rate|request)',
  'quer\\S{1,6} (?:has been )?exceeded',
  'reached (?:the |your |its )?.{0,30}limit',
  'exceeded the maximum',
  'being rate limited',
  'quer(?:y|ies) (?:is|are) too (?:often|frequent)',
  'temporarily not be answered',
  'cannot process your search request',
  'too many (?:request|quer|connection|lookup|simultaneous)',
  '(?:access|request|query|connection)s?\\b[^.]{0,40}\\b(?:denied|refused|blocked|not permitted)',
  '(?:requests of this client|permission) (?:are not permitted|denied)',
  'query limit controls',
  'excessive (?:quer|access|request)',
  'please (?:wait|try again|retry|come back)\\b',
  'try again (?:later|in \\d|after)',
  'grace period,? (?:of|wait)',
  '(?:is|are|been|denied:) blacklisted',
  'temporarily (?:unavailable|denied|blocked)',
  'quota\\b.{0,60}\\bexceeded',
  'whois limit',
  'server (?:is )?(?:too )?busy',
);

const OUT_OF_ORDER = anyOf(
  '(?:database|internal|server|system)(?: server)? (?:error|failure)',
  'service (?:is )?(?:temporarily |currently )?unavailable',
  '^(?:error: ?)?(?:connection |request |query )?time(?:d )?out\\b',
  '(?:under|for) maintenance',
  'could not (?:connect|retrieve)',
);

const RESERVED = anyOf(
  '\\b(?:is|been|name|domain|status:?) (?:a )?reserved\\b',
  '^reserved\\b',
  '^domain (?:name )?(?:is )?not available\\b',
  '\\bnot available for registration\\b',
  '\\bcan ?not be registered online\\b',
  // Uniregistry's and others' blocking of a trademark in every one of their domains.
  '\\bsubscribes to the \\S{1,20} eps\\+? product\\b',
  '\\b(?:is|been|has been) blocked\\b',
);

const saysAbsent = (line: string): boolean =>
  ABSENT_START.test(line) || ABSENT_END.test(line) || ABSENT_WITHIN.test(line);

/** Comments too: many registries say "% No match". */
function* noticeLines(reply: string): Generator<string> {
  const uncommented = reply.replace(/^[ \t]{0,40}[%>#;*-]{1,10}[ \t]{0,40}/gm, '');
  for (const line of contentLines(uncommented))
    if (line.length <= MAX_NOTICE_CHARS) yield line.replace(/^["']|["']$/g, '');
}

/** What a reply without a record says; null when it says nothing known. */
export function readWhoisNotice(reply: string): WhoisNotice | null {
  const lines = [...noticeLines(reply)];
  if (lines.some(saysAbsent)) return 'ABSENT';
  if (lines.some((line) => LIMITED.test(line))) return 'LIMITED';
  if (lines.some((line) => RESERVED.test(line))) return 'RESERVED';
  if (lines.some((line) => OUT_OF_ORDER.test(line))) return 'OUT_OF_ORDER';
  return null;
}
