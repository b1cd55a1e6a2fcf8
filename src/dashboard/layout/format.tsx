import type { Child, PropsWithChildren } from 'hono/jsx';
import { isolated } from '../../lib/text.ts';
import { utcDay } from '../../lib/time.ts';
import type { KeyMode } from '../../lookup/account/caller.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `20,000` */
export const formatNumber = (value: number): string => whole.format(value);

/** `$99.00`. @param cents US cents */
export const formatMoney = (cents: number): string => dollars.format(cents / 100);

/** `21 Nov 2026`, UTC. @param at milliseconds since the epoch */
export const formatDay = (at: number): string => day.format(at);

/** `21 Nov 2026, 13:05 UTC`. @param at milliseconds since the epoch */
export const formatMoment = (at: number): string => `${minute.format(at)} UTC`;

/** A time in UTC, machine-readable too. @param at milliseconds since the epoch */
export const Moment = ({ at }: { at: number }) => (
  <time datetime={new Date(at).toISOString()}>{formatMoment(at)}</time>
);

/** A day, UTC. @param at milliseconds since the epoch */
export const Day = ({ at }: { at: number }) => <time datetime={utcDay(at)}>{formatDay(at)}</time>;

/** "1 row", "2 rows". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** `20,000 credits` */
export const formatCredits = (credits: number): string => pluralize(credits, 'credit');

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Formats YYYY-MM-DD as "21 Nov". */
export const shortDay = (day: string): string => SHORT_DAY.format(new Date(`${day}T00:00:00Z`));

/** Badge of live or test mode; in test mode nothing is paid or looked up. */
export const ModeBadge = ({ mode }: { mode: KeyMode }) => (
  <span class={`mark ${mode}`}>{mode === 'test' ? 'Test' : 'Live'}</span>
);

const ABBREVIATIONS: ReadonlySet<string> = new Set(['b2b', 'hlr', 'ip', 'mnp', 'nt', 'seo']);

/** `phone_validation` as "Phone validation", `ip_lookup` as "IP lookup". */
export const humanize = (name: string): string => {
  const words = name
    .split('_')
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A key by its name and last characters. */
export const keyLabel = ({ name, last4 }: { name: string; last4: string }): string =>
  `${isolated(name)} (…${last4})`;

/** A link on its own line. @param look `button` for the likely next step */
export const LinkLine = ({
  to,
  look,
  children,
}: PropsWithChildren<{ to: string; look?: 'button' }>) => (
  <p>
    <a class={look} href={to}>
      {children}
    </a>
  </p>
);

/** A link to the next page of a listing, if there is one. @param path may have a query */
export const OlderLink = ({ path, cursor }: { path: string; cursor: string | null }) =>
  cursor === null ? null : (
    <LinkLine to={`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`}>
      Older
    </LinkLine>
  );

const MAX_CELL_CHARS = 80;

/** Truncates long text to fit a cell. */
export const truncate = (text: string): string =>
  text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS)}…` : text;

/** Link to the operator. @param contact URI of the operator; undefined if none is set */
export const OperatorLink = ({ contact }: { contact: string | undefined }) =>
  contact ? (
    <a href={contact}>{contact.replace(/^mailto:/, '')}</a>
  ) : (
    <>the operator of this service</>
  );

/** A text of the reference, whose names stand between backticks. */
export const withCode = (text: string): Child =>
  text === '' ? '' : text.split('`').map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part));
