import { CsvParser } from '../../lib/csv.ts';
import {
  decoderOf,
  separatorChar,
  sniffDialect,
  sniffEncoding,
  withoutSeparatorHint,
} from '../../lib/csv-dialect.ts';
import { ApiError } from '../../lib/errors.ts';
import { multipartBoundary, parseMultipart, readPartText } from '../../lib/multipart.ts';
import type { Accounts } from '../../lookup/account/account.ts';
import { readDefaultCountry } from '../../lookup/pipeline/account-calls.ts';
import { MEMBER_WIRE, type MemberReading, parseMembers } from '../../monitors/members.ts';
import type { MemberInput, MonitorKind } from '../../monitors/monitor.ts';
import { namedColumns } from '../../uploads/column-mapping.ts';
import type { FormState } from '../form/form-state.ts';
import { catchApiError } from '../layout/api-error.tsx';
import { sessionPrincipal } from '../session/caller.ts';
import { type PageContext, requireSessionUser } from '../session/context.ts';

/** A name or a setting is shorter. */
const MAX_FIELD_BYTES = 65_536;

/** Fields of one form. */
const MAX_PARTS = 50;

/** All of some pieces as text, whatever its encoding. */
async function readFileText(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  let length = 0;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxBytes) throw new FormTooLarge();
    pieces.push(new Uint8Array(piece));
  }
  const whole = new Uint8Array(await new Blob(pieces).arrayBuffer());
  return decoderOf(sniffEncoding(whole) ?? 'utf-8').decode(whole);
}

/** What was sent is more than the page takes. */
class FormTooLarge extends Error {}

/**
 * The fields of a form with long texts or small files, files as text. Its token came in its
 * address.
 * @param long names of fields that may have `maxBytes`
 * @throws TooLarge; ApiError INVALID_REQUEST
 */
async function readMultipartFields(
  c: PageContext,
  long: readonly string[],
  maxBytes: number,
): Promise<Map<string, string>> {
  const boundary = multipartBoundary(c.req.header('Content-Type') ?? '');
  const fields = new Map<string, string>();
  let parts = 0;
  for await (const { name, bytes } of parseMultipart(
    c.req.raw.body ?? new Blob([]).stream(),
    boundary,
  )) {
    parts += 1;
    if (parts > MAX_PARTS) throw new FormTooLarge();
    const isLong = long.includes(name);
    fields.set(
      name,
      await (isLong ? readFileText(bytes, maxBytes) : readPartText(bytes, MAX_FIELD_BYTES)),
    );
  }
  return fields;
}

/** Characters of a text that its dialect is detected by. */
const HEAD_CHARS = 8_192;

/** Which columns have what is watched, and its label. */
function memberColumns(first: readonly string[], hasHeader: boolean, main: string) {
  if (!hasHeader) return { subject: 0, label: 1 };
  const named = namedColumns(first, [main, 'label']);
  const subject = named.get(main) ?? 0;
  return { subject, label: named.get('label') ?? subject + 1 };
}

/**
 * Members as a person pastes or uploads them: one a line, a label behind it if there is one, in
 * columns of any kind.
 * @param country that the form names for numbers without +; null where it names none
 * @throws ApiError as the API refuses them, naming the line
 */
function parsePastedMembers(
  as: MemberReading,
  text: string,
  country: string | null,
): MemberInput[] {
  const { kind } = as;
  const { list, field: main } = MEMBER_WIRE[kind];
  const head = text.slice(0, HEAD_CHARS);
  const { separator, hasHeader } = sniffDialect(head, head.length === text.length);
  const parser = new CsvParser({ separator: separatorChar(separator), lenient: true });
  const rows = [...parser.push(withoutSeparatorHint(text)), ...parser.end()];
  const places = memberColumns(rows[0]?.cells ?? [], hasHeader, main);
  const members = rows
    .slice(hasHeader ? 1 : 0)
    .map(({ line, cells }) => ({ line, text: cells[places.subject]?.trim() ?? '', cells }))
    .filter((row) => row.text !== '');
  const items = members.map((row) => ({
    [main]: row.text,
    label: cellOrNull(row.cells, places.label),
    ...(kind === 'number' && country && { country }),
  }));
  try {
    return parseMembers(as, { [list]: items });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw withLineNumber(error, members);
  }
}

const cellOrNull = (row: readonly string[], at: number): string | null => row[at]?.trim() || null;

/** The same refusal with the line of the text in place of the entry's number. */
function withLineNumber(error: ApiError, members: readonly { line: number }[]): ApiError {
  const match = /^\w+\.(\d+)\.(?:\w+: )?(.*)$/s.exec(error.message);
  const line = members[Number(match?.[1] ?? -1)]?.line;
  if (!match || line === undefined) return error;
  return new ApiError(error.code, `Line ${line}: ${match[2]}`);
}

/** Ten thousand members with labels, pasted or in a file. */
const MAX_MEMBERS_BYTES = 4 * 1_048_576;

const LIST_TOO_LARGE = 'The list is too large.';

/** The longest text that is shown again when something is wrong with it. */
const MAX_SHOWN_CHARS = 262_144;

type MemberListResult =
  | { ok: true; members: MemberInput[]; values: ReadonlyMap<string, string> }
  | { ok: false; form: FormState };

/** A form with members in it, its members not read yet. */
export async function readMonitorForm(c: PageContext): Promise<Map<string, string>> {
  try {
    return await readMultipartFields(c, ['members', 'file'], MAX_MEMBERS_BYTES);
  } catch (error) {
    if (!(error instanceof FormTooLarge)) throw error;
    return new Map([['problem', LIST_TOO_LARGE]]);
  }
}

/** How the members of a form are read for the organization of the person who sends it. */
export async function formReading(
  c: PageContext,
  kind: MonitorKind,
  callers: Pick<Accounts, 'admit'>,
): Promise<MemberReading> {
  const principal = sessionPrincipal(requireSessionUser(c), 'live');
  return { kind, country: await readDefaultCountry(principal, callers) };
}

/** Members of a form: of the file where there is one, else as they were pasted. */
export async function parseMemberList(
  as: MemberReading,
  fields: ReadonlyMap<string, string>,
): Promise<MemberListResult> {
  const pasted = fields.get('members') ?? '';
  const text = fields.get('file') || pasted;
  const values = new Map([...fields].filter(([name]) => name !== 'file'));
  if (pasted.length > MAX_SHOWN_CHARS) values.delete('members');
  const refuse = (words: string): MemberListResult => ({
    ok: false,
    form: { values, errors: new Map([['members', words]]) },
  });
  const problem = fields.get('problem');
  if (problem !== undefined) return refuse(problem);
  const country = fields.get('country')?.trim().toUpperCase() || null;
  const read = await catchApiError(async () => parsePastedMembers(as, text, country));
  return read.ok ? { ok: true, members: read.value, values } : refuse(read.refusal.message);
}

/** The members of a form that adds some. */
export const readMemberListForm = async (
  c: PageContext,
  as: MemberReading,
): Promise<MemberListResult> => parseMemberList(as, await readMonitorForm(c));
