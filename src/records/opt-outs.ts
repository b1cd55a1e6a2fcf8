import { ApiError } from '../lib/errors.ts';
import { linkMail, type Mail, type MailSender } from '../lib/mail.ts';
import { DAY_SECONDS, timeOrderedUuid, toIso } from '../lib/time.ts';
import type { RecordDataset } from '../lookup/datasets/dataset.ts';
import { SUPPRESSED_PEOPLE } from '../lookup/datasets/people.ts';
import { identifierText, suppressionHash } from '../lookup/suppression.ts';
import { importRecords } from './import.ts';
import type { RecordPorts } from './ports.ts';
import { parseRecord } from './rows.ts';
import { copyHashes, findStandingImport, storeBatch } from './store.ts';

/** Lifetime of a link in a mail, and of a request for the operator. */
const LINK_SECONDS = 7 * DAY_SECONDS;
const LISTED_SECONDS = 90 * DAY_SECONDS;

/** Most requests in a listing: the limit of one page of KV. */
export const MAX_LISTED_OPT_OUTS = 1_000;
/** Most keys that KV reads in one call. */
const KEYS_AT_ONCE = 100;

export interface OptOutPorts {
  /** Store of requests, which expire by `expirationTtl`; listings may lag by a minute (KV). */
  kv: Pick<KVNamespace, 'get' | 'put' | 'delete' | 'list'>;
  records: RecordPorts;
  /** Null if no mail can be sent; the operator then verifies who asks. */
  mails: MailSender | null;
  /** Name of the service in the mail. */
  serviceName: string;
  warn(message: string, cause: unknown): void;
}

/** Identifiers to suppress. */
interface OptOutRequest {
  email: string;
  phone: string | null;
  profile: string | null;
}

/** A request for the operator to check. */
interface ListedOptOut extends OptOutRequest {
  id: string;
  at: string;
  /** Whether the mail was confirmed: the address is suppressed, the rest is still to be checked. */
  confirmed: boolean;
}

const linkKey = (id: string): string => `opt-out-link:${id}`;
/** Two UUIDs. Checked, because a longer text cannot be a key of KV. */
const TOKEN = /^[\da-f]{64}$/;
const LISTED = 'opt-out:';
const LISTED_ID = /^[\da-f-]{36}$/;

/** @throws ApiError INVALID_INPUT for the field that cannot be read */
function requireReadable({ email, phone, profile }: OptOutRequest): void {
  const given = [
    { param: 'email', kind: 'email', text: email },
    { param: 'phone', kind: 'phone_number', text: phone },
    { param: 'profile', kind: 'profile', text: profile },
  ] as const;
  for (const { param, kind, text } of given)
    if (text !== null && identifierText({ kind, text }) === null)
      throw new ApiError('INVALID_INPUT', 'The value is not valid.', { param });
}

function confirmationMail(to: string, link: string, serviceName: string): Mail {
  const before = `${serviceName} received a request to stop returning information about the address ${to}. To confirm it, open this link within a week.`;
  const after = 'If you did not make this request, ignore this email. Nothing has changed.';
  const subject = `Confirm: opt out of ${serviceName}`;
  return linkMail({ to, link }, subject, { before: [before], after: [after] });
}

async function listForOperator(
  request: OptOutRequest & { confirmed: boolean },
  { kv, records }: OptOutPorts,
): Promise<void> {
  const now = records.clock.now();
  // KV lists keys in order, so that a page has the oldest.
  const id = timeOrderedUuid(now, crypto.randomUUID());
  const listed: ListedOptOut = { id, at: toIso(now), ...request };
  await kv.put(LISTED + id, JSON.stringify(listed), { expirationTtl: LISTED_SECONDS });
}

/**
 * Accepts a person's request. If the mail is sent, it has no effect before it is confirmed by the
 * link; otherwise it is listed for the operator.
 * @param origin scheme and host of the link
 * @throws ApiError INVALID_INPUT
 */
export async function requestOptOut(
  request: OptOutRequest,
  origin: string,
  ports: OptOutPorts,
): Promise<'mailed' | 'listed'> {
  requireReadable(request);
  const { kv, mails, serviceName, warn } = ports;
  if (mails !== null) {
    const token = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');
    await kv.put(linkKey(token), JSON.stringify(request), { expirationTtl: LINK_SECONDS });
    const mail = confirmationMail(request.email, `${origin}/opt-out/${token}`, serviceName);
    const isSent = await mails.send(mail).then(
      () => true,
      (cause) => warn('a mail was refused', cause),
    );
    if (isSent) return 'mailed';
  }
  await listForOperator({ ...request, confirmed: false }, ports);
  return 'listed';
}

/** @throws ApiError NOT_FOUND for a link that is used, expired or invalid */
export async function readOptOutLink(token: string, { kv }: OptOutPorts): Promise<OptOutRequest> {
  const request = TOKEN.test(token) ? await kv.get<OptOutRequest>(linkKey(token), 'json') : null;
  if (!request) throw new ApiError('NOT_FOUND', 'This link has already been used or has expired.');
  return request;
}

/** Source of the import that collects confirmed requests. */
const SOURCE = 'opt-out';

/** Adds the address to the list of suppressed people, by its hash. */
async function suppressAddress(email: string, { records }: OptOutPorts): Promise<void> {
  const { db, blobs, clock, datasets, onImported } = records;
  const row = {
    email_hash: await suppressionHash({ kind: 'email', text: email }),
    reason: 'opt-out',
  };
  const dataset = SUPPRESSED_PEOPLE;
  const id = await findStandingImport(db, dataset, SOURCE);
  if (id !== null) {
    const checked = parseRecord(datasets[dataset] as RecordDataset, row);
    const sent = JSON.stringify(checked.keys.map((key) => [key, checked.row]));
    const target = { id, dataset, state: 'live', joins: null } as const;
    await copyHashes(blobs, id, checked.keys);
    if (await storeBatch(db, target, sent, 1, clock.now())) return onImported();
  }
  const body = new Blob([`${JSON.stringify(row)}\n`]).stream();
  await importRecords(
    { dataset, mode: 'append', format: 'ndjson', source: SOURCE, asOf: null, body },
    records,
  );
}

/**
 * Suppresses the address whose link was opened. A number and a profile, which the mail does not
 * prove, go to the operator; so does the address itself if another import holds the list.
 * @returns whether the address is suppressed @throws ApiError NOT_FOUND
 */
export async function confirmOptOut(token: string, ports: OptOutPorts): Promise<boolean> {
  const request = await readOptOutLink(token, ports);
  const isSuppressed = await suppressAddress(request.email, ports).then(
    () => true,
    (cause) => {
      ports.warn('an opt-out waits for the operator', cause);
      return false;
    },
  );
  if (!isSuppressed || request.phone !== null || request.profile !== null)
    await listForOperator({ ...request, confirmed: isSuppressed }, ports);
  await ports.kv.delete(linkKey(token));
  return isSuppressed;
}

/** Requests for the operator, the oldest first. */
export async function listOptOuts(
  { kv }: Pick<OptOutPorts, 'kv'>,
  most = MAX_LISTED_OPT_OUTS,
): Promise<ListedOptOut[]> {
  const { keys } = await kv.list({ prefix: LISTED, limit: most });
  const names = keys.map(({ name }) => name);
  const found: ListedOptOut[] = [];
  while (names.length > 0) {
    const page = await kv.get<ListedOptOut>(names.splice(0, KEYS_AT_ONCE), 'json');
    for (const listed of page.values()) if (listed) found.push(listed);
  }
  return found.sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Closes a request that the operator has handled. @throws ApiError NOT_FOUND */
export async function closeOptOut(id: string, { kv }: OptOutPorts): Promise<void> {
  // A longer text cannot be a key of KV.
  if (!LISTED_ID.test(id) || (await kv.get(LISTED + id)) === null)
    throw new ApiError('NOT_FOUND', 'There is no such request.');
  await kv.delete(LISTED + id);
}
