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

/** `20,000 credits` */
export const formatCredits = (credits: number): string =>
  `${whole.format(credits)} ${credits === 1 ? 'credit' : 'credits'}`;

/** `$99.00`. @param cents of a US dollar */
export const formatMoney = (cents: number): string => dollars.format(cents / 100);

/** `21 Nov 2026`, UTC. @param at milliseconds since the epoch */
export const formatDay = (at: number): string => day.format(at);

/** A moment, UTC, which a program can read too. @param at milliseconds since the epoch */
export const Moment = ({ at }: { at: number }) => (
  <time datetime={new Date(at).toISOString()}>{`${minute.format(at)} UTC`}</time>
);

/** A day, UTC. @param at milliseconds since the epoch */
export const Day = ({ at }: { at: number }) => (
  <time datetime={new Date(at).toISOString().slice(0, 10)}>{formatDay(at)}</time>
);
