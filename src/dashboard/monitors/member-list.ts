import { readBytes } from '../../lib/bounded-stream.ts';
import { CsvParser, type CsvRow } from '../../lib/csv.ts';
import {
  decoderOf,
  headRows,
  rowsBeforeData,
  separatorChar,
  sniffDialect,
  sniffEncoding,
  utf8Or1252,
  withoutSeparatorHint,
} from '../../lib/csv-dialect.ts';
import { otherThanTable } from '../../lib/csv-readings.ts';
import { readPartText } from '../../lib/multipart.ts';
import { isolated } from '../../lib/text.ts';
import type { Accounts } from '../../lookup/account/account.ts';
import { readDefaultCountry } from '../../lookup/pipeline/account-calls.ts';
import {
  MEMBER_WIRE,
  type MemberReading,
  readMembers,
  requireMemberList,
} from '../../monitors/members.ts';
import { type MemberInput, MONITOR_KINDS, type MonitorKind } from '../../monitors/monitor.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { repeatsNames } from '../../uploads/column-mapping.ts';
import { calledColumns, columnNamesOf, namedColumns } from '../../uploads/column-names.ts';
import { catchApiError } from '../form/api-error.tsx';
import type { FormState } from '../form/form-state.ts';
import { sessionPrincipal } from '../session/caller.ts';
import { type PageContext, requireSessionUser } from '../session/context.ts';

/** Limit of names and settings. */
const MAX_FIELD_BYTES = 65_536;

const MAX_PARTS = 50;

/** Reads a file as text, in any encoding. */
async function readFileText(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const whole = await readBytes(bytes, maxBytes, () => new FormTooLarge());
  return decoderOf(sniffEncoding(whole) ?? utf8Or1252(whole, true)).decode(whole);
}

/** Thrown if a form exceeds the size limit. */
class FormTooLarge extends Error {}

/**
 * Reads a form with long texts or small files, which are returned as text.
 * @param long fields that may have `maxBytes`
 * @throws FormTooLarge, ApiError INVALID_REQUEST
 */
async function readMultipartFields(
  c: PageContext,
  long: readonly string[],
  maxBytes: number,
): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  let parts = 0;
  for await (const { name, bytes } of c.get('sentParts')) {
    parts += 1;
    if (parts > MAX_PARTS) throw new FormTooLarge();
    const text = long.includes(name)
      ? readFileText(bytes, maxBytes)
      : readPartText(bytes, MAX_FIELD_BYTES);
    fields.set(name, await text);
  }
  return fields;
}

/** Characters of a text used to detect its dialect. */
const HEAD_CHARS = 8_192;

/**
 * Columns of the watched value and its label. The label in the last column extends to the end of
 * the line. @param names header; null without one
 */
function memberColumns(names: readonly string[] | null, main: string) {
  if (!names) return { subject: 0, label: 1, end: undefined };
  const named = namedColumns(names, [main, 'label']);
  const subject = named.get(main) ?? 0;
  const label = named.get('label') ?? subject + 1;
  return { subject, label, end: label + 1 < names.length ? label + 1 : undefined };
}

/**
 * Where the data begin, and the names of columns above. A single cell that does not name the
 * watched value may be a member that is misspelt, and is not left out without a word.
 */
function headOf(rows: readonly CsvRow[], before: number, main: string) {
  const names = rows[before - 1]?.cells ?? null;
  const isNamed = names !== null && calledColumns(names, columnNamesOf(main)).length > 0;
  return isNamed || (names?.length ?? 0) > 1 ? { start: before, names } : { start: 0, names: null };
}

/** Splits a cell with its label, for a line with another separator than the list. */
function cutOwn(cell: string): readonly string[] {
  if (!/[;\t|]|,\s*[^\d,\s]/.test(cell)) return [cell];
  return headRows(cell, sniffDialect(cell, true).separator, true)[0] ?? [cell];
}

/** Joins cells to the text before it was split. */
const joinedCells = (cells: readonly string[]): string | null =>
  cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(', ') || null;

interface BadLine {
  line: number;
  text: string;
  reason: string;
}

/** An error message without its field name. */
const reasonOf = (message: string): string => message.replace(/^\w+: /, '');

/**
 * Parses a pasted or uploaded list of members: one per line, with an optional label, in columns of
 * any dialect.
 * @param country country in the form for numbers without +; null if not given
 * @returns the members; or, if a line is unusable, the good lines as text and the bad ones
 * @throws ApiError like the API for the list as a whole
 */
function parsePastedMembers(
  as: MemberReading,
  text: string,
  country: string | null,
): { members: MemberInput[] } | { good: string; bad: BadLine[] } {
  const { kind } = as;
  const { list, field: main } = MEMBER_WIRE[kind];
  const head = text.slice(0, HEAD_CHARS);
  const dialect = sniffDialect(head, head.length === text.length);
  const parser = new CsvParser({ separator: separatorChar(dialect.separator), lenient: true });
  const read = [...parser.push(withoutSeparatorHint(text)), ...parser.end()];
  const rows = read.filter(({ isRemark }) => !isRemark);
  const { start, names } = headOf(rows, rowsBeforeData(dialect), main);
  const places = memberColumns(names, main);
  const lines = rows
    .slice(start)
    .filter(({ cells }) => !repeatsNames(cells, names))
    .map(({ line, cells }) => {
      const [text = '', ...label] = cutOwn(cells[places.subject] ?? '');
      const labels = [...label, ...cells.slice(places.label, places.end)];
      return { line, text: text.trim(), label: joinedCells(labels) };
    })
    .filter((row) => row.text !== '');
  const itemOf = ({ text: subject, label }: (typeof lines)[number]) => ({
    [main]: subject,
    label,
    ...(kind === 'number' && country && { country }),
  });
  const { members, unusable } = readMembers(as, requireMemberList(lines.map(itemOf), list));
  if (unusable.length === 0) return { members };
  const bad = unusable.flatMap(({ row, reason }) => {
    const at = lines[row - 1];
    return at ? [{ line: at.line, text: at.text, reason: reasonOf(reason) }] : [];
  });
  const isBad = new Set(unusable.map(({ row }) => row - 1));
  const good = lines.filter((_, at) => !isBad.has(at));
  return { good: good.map(pastedLine).join('\n'), bad };
}

/** A member as a line that can be pasted again. */
const pastedLine = ({ text, label }: { text: string; label: string | null }): string =>
  [text, ...(label === null ? [] : [label])]
    .map((cell) => (/[",;\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(', ');

const LISTED_LINES = 20;

function badLinesText(bad: readonly BadLine[], hasGood: boolean): string {
  const rest = bad.length - LISTED_LINES;
  return [
    `${bad.length === 1 ? 'One line' : `${bad.length} lines`} cannot be watched.`,
    ...(hasGood
      ? ['The good lines are below. Send the form again to continue with only these.']
      : []),
    ...bad
      .slice(0, LISTED_LINES)
      .map(({ line, text, reason }) => `Line ${line}: ${reason} (${isolated(text.slice(0, 60))})`),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ].join('\n');
}

/** Ten thousand members with labels, pasted or in a file. */
const MAX_MEMBERS_BYTES = 4 * 1_048_576;

const LIST_TOO_LARGE = 'The list is too large.';

const BOTH_LISTS =
  'There are both lines and a file. Use only one of them, so that nothing is left out.';

/** Longest text that is shown again after an error. */
const MAX_SHOWN_CHARS = 262_144;

/** Fields that may contain a list, which are not shown again unchanged. */
const LIST_FIELDS: readonly string[] = [
  ...MONITOR_KINDS.map((kind) => MEMBER_WIRE[kind].list),
  'file',
];

type MemberListResult =
  | { ok: true; members: MemberInput[]; values: ReadonlyMap<string, string> }
  | { ok: false; form: FormState };

/** Reads a form with members, which are not parsed yet. */
export async function readMonitorForm(c: PageContext): Promise<Map<string, string>> {
  try {
    return await readMultipartFields(c, LIST_FIELDS, MAX_MEMBERS_BYTES);
  } catch (error) {
    if (!(error instanceof FormTooLarge)) throw error;
    return new Map([['problem', LIST_TOO_LARGE]]);
  }
}

/** How to parse the members of a form, with the default country of the user's organization. */
export async function formReading(
  c: PageContext,
  kind: MonitorKind,
  { callers, monitors }: { callers: Pick<Accounts, 'admit'>; monitors: MonitorPorts },
): Promise<MemberReading> {
  const principal = sessionPrincipal(requireSessionUser(c), 'live');
  const country = await readDefaultCountry(principal, callers);
  return { kind, country, products: monitors.products };
}

/** Parses the members of a form, pasted or from a file; both together are refused. */
export async function parseMemberList(
  as: MemberReading,
  fields: ReadonlyMap<string, string>,
): Promise<MemberListResult> {
  const { list } = MEMBER_WIRE[as.kind];
  const pasted = fields.get(list) ?? '';
  const file = fields.get('file') ?? '';
  const text = file || pasted;
  const values = new Map([...fields].filter(([name]) => !LIST_FIELDS.includes(name)));
  if (pasted.length <= MAX_SHOWN_CHARS) values.set(list, pasted);
  const refuse = (message: string): MemberListResult => ({
    ok: false,
    form: { values, errors: new Map([[list, message]]) },
  });
  const problem = fields.get('problem');
  if (problem !== undefined) return refuse(problem);
  if (file.trim() !== '' && pasted.trim() !== '') return refuse(BOTH_LISTS);
  const other = otherThanTable(file);
  if (other) return refuse(`The file is ${other}: save it as CSV.`);
  const country = fields.get('country')?.trim().toUpperCase() || null;
  const read = await catchApiError(async () => parsePastedMembers(as, text, country));
  if (!read.ok) return refuse(reasonOf(read.refusal.message));
  if ('members' in read.value) return { ok: true, members: read.value.members, values };
  const { good, bad } = read.value;
  if (good.length <= MAX_SHOWN_CHARS) values.set(list, good);
  return refuse(badLinesText(bad, good !== '' && good.length <= MAX_SHOWN_CHARS));
}

export const readMemberListForm = async (
  c: PageContext,
  as: MemberReading,
): Promise<MemberListResult> => parseMemberList(as, await readMonitorForm(c));
