import { expect, it } from 'vitest';
import { withDocuments } from '../../../src/agents/oauth/clients.ts';
import { parseEmailAddress } from '../../../src/domain/email/address.ts';
import { parsePhoneNumber } from '../../../src/domain/phone/number.ts';
import { readUsAddress } from '../../../src/domain/place/us-address.ts';
import { readCaptions } from '../../../src/domain/social/captions.ts';
import { parseRegistrableDomain } from '../../../src/domain/web/domain-name.ts';
import { parseWebSite } from '../../../src/domain/web/site.ts';
import { CsvParser } from '../../../src/lib/csv.ts';
import { sniffDialect } from '../../../src/lib/csv-dialect.ts';
import { multipartBoundary } from '../../../src/lib/multipart.ts';
import { quoted } from '../../../src/lib/text.ts';
import { retryAfterSeconds } from '../../../src/lookup/upstream-status.ts';
import {
  parseFccComplaints,
  parseFtcComplaints,
} from '../../../src/open-data/feeds/complaint-feeds.ts';
import { lineBatches } from '../../../src/open-data/feeds/download.ts';
import {
  findAzureFile,
  geofeed,
  prefixLines,
  readAmazon,
} from '../../../src/open-data/feeds/range-feeds.ts';
import { RangeList } from '../../../src/open-data/feeds/range-list.ts';
import { readDmarc, readSpf } from '../../../src/open-data/mail/mail-dns.ts';
import {
  newestRelease,
  type RankLineReader,
  readCommonCrawl,
  readMajestic,
  readTranco,
} from '../../../src/open-data/ranks/rank-feed.ts';
import { readWhoisReply } from '../../../src/open-data/registration/whois-reply.ts';
import { PageStyles } from '../../../src/web-reader/contacts/contents-reader.ts';
import { detectEncoding } from '../../../src/web-reader/page/charset.ts';
import { parseRobots } from '../../../src/web-reader/page/site-visit.ts';
import { send } from '../../support/deployment.ts';

/** Reads a text that a stranger sent or hosts; it may refuse it. */
type Reader = (text: string) => unknown;

const CLIENT = 'https://client.example/agent.json';
const ignore = () => undefined;

/** A client's own document, as its server sends it. */
const readDocument = (text: string) =>
  withDocuments({ get: async () => null, put: async () => undefined } as never, '192.0.2.1', {
    fetcher: { fetch: async () => ({ status: 200, body: new Response(text).body }) } as never,
    allowHosts: [],
    log: ignore,
    countDocument: async () => null,
  }).get(`client:${CLIENT}`);

/** Reads a rank list that arrives in pieces of so many characters. */
async function readRanks(text: string, read: RankLineReader, pieceChars = 16_384): Promise<void> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += pieceChars) yield text.slice(at, at + pieceChars);
  }
  for await (const lines of lineBatches(pieces())) for (const line of lines) read(line);
}

const FTC_COLUMNS = 'Company_Phone_Number,Created_Date,Subject,Recorded_Message_Or_Robocall';

/** What comes before the text is what makes its reader look at it. */
const READERS: Readonly<Record<string, Reader>> = {
  'robots.txt': (text) =>
    parseRobots(`User-agent: *\nDisallow:${text}x`, 'Bot').allows(`/${'a'.repeat(500)}x`),
  'robots.txt, path': (text) => parseRobots('User-agent: *\nDisallow: /*a*b', 'Bot').allows(text),
  'a reply of WHOIS': (text) => readWhoisReply(`Domain Name:${text}x`, 'whois.test', 0),
  'a list of prefixes': (text) => prefixLines.read(`${text}x`, new RangeList()),
  'a geofeed': (text) => geofeed.read(`${text}x`, new RangeList()),
  'a file of ranges': (text) => readAmazon(JSON.stringify({ prefixes: text }), new RangeList()),
  'a page of downloads': (text) => findAzureFile(`https://download.microsoft.com/download/${text}`),
  'a rank list of Tranco': (text) => readRanks(`1,${text}x\n`, readTranco()),
  'a rank list of Majestic': (text) =>
    readRanks(`GlobalRank,Domain,RefSubNets,RefIPs\n1,a${text}x,1,1\n`, readMajestic()),
  'a rank list of Common Crawl': (text) =>
    readRanks(`1\t1\t1\t1\tcom.${text}x\t1\n`, readCommonCrawl()),
  'a long line of a rank list': (text) => readTranco()(`1,${text}x`),
  'releases of a rank list': (text) => newestRelease(JSON.stringify([{ id: text }])),
  'complaints to the FTC': (text) =>
    parseFtcComplaints(`${FTC_COLUMNS}\n2125550100,2026-11-20,a${text}x,Y\n${text}`),
  'complaints to the FCC': (text) =>
    parseFccComplaints(
      JSON.stringify([
        { issue_date: text, caller_id_number: text, type_of_call_or_messge: text, [text]: text },
        {
          issue_date: '2026-11-20T00:00',
          caller_id_number: '212-555-0100',
          type_of_call_or_messge: text,
        },
      ]),
    ),
  'the cookies of a browser'(text) {
    // What else a header cannot have.
    const sent = text.replace(/[^ -~]/g, '-');
    const cookies = `lookup.session_token=${sent}x; lookup_browser=${sent}; ${sent}=a`;
    return send('/app/sign-in', { headers: { Cookie: cookies } });
  },
  'a transcript': (text) => readCaptions(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}x`),
  'a transcript without times': readCaptions,
  'Content-Type of a form': (text) => multipartBoundary(`multipart/form-data;${text}x`),
  'Content-Type of a page': (text) => detectEncoding(new Uint8Array(), `text/html;${text}x`, true),
  'the head of a page': (text) =>
    detectEncoding(new TextEncoder().encode(`<meta charset${text}x`), null, true),
  'Retry-After': (text) => retryAfterSeconds(new Headers({ 'Retry-After': `1${text}x` })),
  'a style sheet': (text) => new PageStyles().read(`${text}x`),
  'a CSV file': (text) => new CsvParser({ lenient: true }).push(`${text}x`),
  'a CSV file of unknown form': (text) => sniffDialect(`${text}x`, true),
  'an SPF record': (text) => readSpf([`v=spf1 ${text}x`]),
  'a DMARC record': (text) => readDmarc([`v=DMARC1;${text}x`], true),
  "a client's document": (text) =>
    readDocument(
      JSON.stringify({
        client_id: CLIENT,
        client_name: text,
        redirect_uris: [`https://a/${text}`],
      }),
    ),
  'a phone number': (text) => parsePhoneNumber(`+1 415${text}x`),
  'a mailbox': (text) => parseEmailAddress(`a${text}x@b.com`),
  'a domain': (text) => parseRegistrableDomain(`a${text}x.com`),
  'a web site': (text) => parseWebSite(`https://a.com/${text}x`),
  'an address': (text) =>
    readUsAddress({ address: `1 Main St, Berkeley${text}x`, city: null, state: null, zip: null }),
  'a quotation in an error': quoted,
};

const UNITS = [
  ...' \t\n.,:;"=-#/([<@\\*%&a1',
  '\r\n',
  'a ',
  ' a',
  'a:',
  '1,',
  '/*',
  '"a"',
  '"\\"',
  '<meta ',
  ' charset=',
  'charset ',
  '12345 ',
  ' ext 1',
  'a@',
  ', ',
  '\n\n1\n',
  '00:00:01.000 --> ',
  'user-agent: *\n',
  'disallow: /*a*b\n',
  'é',
  '\ud83d\ude00',
] as const;

const CHARS = 8_192;
const TIMES = 8;
/** Linear work grows eightfold, quadratic work sixty-four times; the rest is for a busy machine. */
const MOST_GROWTH = 24;
const NOISE_MS = 60;
const ATTEMPTS = 4;

/** In workerd the clock stands still until something is waited for. */
async function timeOf(read: Reader, text: string): Promise<number> {
  const start = Date.now();
  try {
    await read(text);
  } catch {
    // A refusal takes its time too.
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  return Date.now() - start;
}

/**
 * Whether eight times the text takes more than three times as long as it may.
 * @param shortRuns of the short text in an attempt: more of them find what is superlinear also on a
 * busy machine, where one alone may take as long as the long text's share
 */
async function isSuperlinear(
  read: Reader,
  unit: string,
  chars = CHARS,
  shortRuns = 1,
): Promise<boolean> {
  const few = unit.repeat(Math.ceil(chars / unit.length));
  const many = few.repeat(TIMES);
  let [once, eightfold] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    eightfold = Math.min(eightfold, await timeOf(read, many));
    if (eightfold <= NOISE_MS) return false;
    for (let run = 0; run < shortRuns; run++) once = Math.min(once, await timeOf(read, few));
    if (eightfold <= MOST_GROWTH * once) return false;
  }
  return true;
}

it.each(Object.entries(READERS))(
  'reads %s in linear time',
  { timeout: 120_000 },
  async (_, read) => {
    const slow: string[] = [];
    for (const unit of UNITS)
      for (const start of ['', 'a'])
        if (await isSuperlinear((text) => read(start + text), unit)) slow.push(start + unit);
    expect(slow).toEqual([]);
  },
);

it('finds the reader of robots.txt that is not linear', { timeout: 120_000 }, async () => {
  const line = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i;
  const read: Reader = (text) => line.exec(`Disallow: a${text}x`);
  // Half the text is a quarter of the work, and still far above the noise.
  expect(await isSuperlinear(read, ' ', CHARS / 2, 5)).toBe(true);
});
