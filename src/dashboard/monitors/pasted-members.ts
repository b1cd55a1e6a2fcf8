import { ApiError } from '../../core/errors.ts';
import type { MemberInput, MonitorKind } from '../../core/monitors/monitor.ts';
import { CsvParser } from '../../core/records/csv.ts';
import { separatorChar, sniffDialect, withoutHint } from '../../core/records/dialect.ts';
import { MEMBER_WIRE, readMembers } from '../../monitors/read-members.ts';
import { guessColumns } from '../../uploads/job-rows.ts';

/** Told by this much of a text. */
const HEAD_CHARS = 8_192;

const field = (name: string) => ({
  ...{ name, kind: 'text' as const, required: true, description: '' },
  ...{ values: [], usual: null, example: '' },
});

/** Which columns have what is watched, and its label. */
function placesOf(first: readonly string[], hasHeader: boolean, main: string) {
  if (!hasHeader) return { subject: 0, label: 1 };
  const guessed = guessColumns(first, [field(main), field('label')], main);
  const subject = guessed.get(main) ?? 0;
  return { subject, label: guessed.get('label') ?? subject + 1 };
}

/**
 * Members as a person pastes or uploads them: one a line, a label behind it if there is one, in
 * columns of any kind.
 * @param country that numbers without + are read in; null for the usual one
 * @throws ApiError as the API refuses them, naming the line
 */
export function pastedMembers(
  kind: MonitorKind,
  text: string,
  country: string | null,
): MemberInput[] {
  const { list, field: main } = MEMBER_WIRE[kind];
  const head = text.slice(0, HEAD_CHARS);
  const { separator, hasHeader } = sniffDialect(head, head.length === text.length);
  const parser = new CsvParser({ separator: separatorChar(separator), lenient: true });
  const rows = [...parser.push(withoutHint(text)), ...parser.end()];
  const places = placesOf(rows[0]?.cells ?? [], hasHeader, main);
  const members = rows
    .slice(hasHeader ? 1 : 0)
    .map(({ line, cells }) => ({ line, text: cells[places.subject]?.trim() ?? '', cells }))
    .filter((row) => row.text !== '');
  const items = members.map((row) => ({
    [main]: row.text,
    label: cells(row.cells, places.label),
    ...(kind === 'number' && country && { country }),
  }));
  try {
    return readMembers(kind, { [list]: items });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw named(error, members);
  }
}

const cells = (row: readonly string[], at: number): string | null => row[at]?.trim() || null;

/** The same refusal with the line of the text in place of the entry's number. */
function named(error: ApiError, members: readonly { line: number }[]): ApiError {
  const match = /^\w+\.(\d+)\.(?:\w+: )?(.*)$/s.exec(error.message);
  const line = members[Number(match?.[1] ?? -1)]?.line;
  if (!match || line === undefined) return error;
  return new ApiError(error.code, `Line ${line}: ${match[2]}`);
}
