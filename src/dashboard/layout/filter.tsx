import type { PropsWithChildren } from 'hono/jsx';
import { DAY_MS, utcDay } from '../../lib/time.ts';
import { Button, type Choice, Form, Select } from '../form/form.tsx';
import { emptyForm } from '../form/form-state.ts';
import { type PageContext, PageError } from '../session/context.ts';
import { formatNumber } from './format.tsx';

// A listing with a filter, also as a CSV file. The filter is a GET form, so the URL contains it.

/** Query parameters of a filter; empty ones are left out. */
export type Asked<Name extends string> = Readonly<Partial<Record<Name, string>>>;

export const askedFilter = <Name extends string>(
  c: PageContext,
  names: readonly Name[],
): Asked<Name> =>
  Object.fromEntries(
    names.map((name) => [name, c.req.query(name)?.trim()]).filter(([, value]) => value),
  );

export const filteredPath = (path: string, asked: Asked<string>): string =>
  `${path}?${new URLSearchParams(asked as Record<string, string>)}`;

/** Midnight UTC of a day written as YYYY-MM-DD, in milliseconds. @throws PageError 422 */
function dayStart(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // 31 February is parsed as 3 March.
  if (Number.isNaN(at) || utcDay(at) !== text)
    throw new PageError(422, 'Write days as YYYY-MM-DD, such as 2026-01-31.');
  return at;
}

/** Range from the first day to the end of the last, exclusive; null: open. @throws PageError 422 */
export function dayRange({ from, to }: Asked<'from' | 'to'>): {
  since: number | null;
  until: number | null;
} {
  const since = from === undefined ? null : dayStart(from);
  const until = to === undefined ? null : dayStart(to) + DAY_MS;
  if (since !== null && until !== null && since >= until)
    throw new PageError(422, 'The first day must not be after the last.');
  return { since, until };
}

/** A filter, or the error message if it is invalid. */
export function readFilter<Filter>(
  read: () => Filter,
): { filter: Filter; problem: null } | { filter: null; problem: string } {
  try {
    return { filter: read(), problem: null };
  } catch (error) {
    if (error instanceof PageError) return { filter: null, problem: error.message };
    throw error;
  }
}

/** The filter of a listing. @param asked its values in the URL */
export const FilterForm = ({
  path,
  asked,
  children,
}: PropsWithChildren<{ path: string; asked: Asked<string> }>) => (
  <>
    <Form method="get" action={path} class="line" form={emptyForm(asked as Record<string, string>)}>
      {children}
      <Button>Show</Button>
    </Form>
    <p class="hint">Days are in UTC.</p>
  </>
);

/** A select field, with "All" for no restriction. @param value in the URL, which may be unlisted */
export const FilterSelect = ({
  choices,
  value,
  ...field
}: {
  name: string;
  label?: string;
  choices: readonly Choice[];
  value: string | undefined;
}) => {
  const isListed = !value || choices.some(([choice]) => choice === value);
  const unlisted: readonly Choice[] = isListed ? [] : [[value, value]];
  return <Select {...field} choices={[['', 'All'], ...unlisted, ...choices]} />;
};

/** @param path path with the filter's query @param name file name; by default from the server */
export const DownloadCsv = ({ path, name }: { path: string; name?: string }) => (
  <p>
    <a class="button" href={path} download={name ?? true}>
      Download CSV
    </a>
  </p>
);

/** All entries of a listing. @throws PageError 422 if it has more pages */
export async function readPages<Entry>(
  maxPages: number,
  read: (
    cursor: string | null,
  ) => Promise<{ entries: readonly Entry[]; nextCursor: string | null }>,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await read(cursor);
    entries.push(...page.entries);
    cursor = page.nextCursor;
    if (cursor === null) return entries;
  }
  const most = `A file has at most ${formatNumber(entries.length)} rows`;
  throw new PageError(422, `${most}: choose fewer days, or a narrower filter.`);
}

/** @param name file name without extension @param lines lines of `csvLine` */
export const csvFile = (c: PageContext, name: string, lines: readonly string[]): Response =>
  c.body(lines.join(''), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  });
