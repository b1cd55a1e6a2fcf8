import type { MemberInput, MonitorKind } from '../../core/monitors/monitor.ts';
import type { PageContext } from '../context.ts';
import type { FormState } from '../form/read-form.ts';
import { readParts, TooLarge } from '../form/read-parts.ts';
import { tried } from '../parts/refusals.ts';
import { pastedMembers } from './pasted-members.ts';

/** Ten thousand members with labels, pasted or in a file. */
const MAX_MEMBERS_BYTES = 4 * 1_048_576;

const TOO_LARGE = 'The list is too large.';

/** The longest text that is shown again when something is wrong with it. */
const MAX_SHOWN_CHARS = 262_144;

export type SentMembers =
  | { ok: true; members: MemberInput[]; values: ReadonlyMap<string, string> }
  | { ok: false; form: FormState };

/** A form with members in it, its members not read yet. */
export async function readMonitorForm(c: PageContext): Promise<Map<string, string>> {
  try {
    return await readParts(c, ['members', 'file'], MAX_MEMBERS_BYTES);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return new Map([['problem', TOO_LARGE]]);
  }
}

/** Members of a form: of the file where there is one, else as they were pasted. */
export async function membersOf(
  kind: MonitorKind,
  fields: ReadonlyMap<string, string>,
): Promise<SentMembers> {
  const pasted = fields.get('members') ?? '';
  const text = fields.get('file') || pasted;
  const values = new Map([...fields].filter(([name]) => name !== 'file'));
  if (pasted.length > MAX_SHOWN_CHARS) values.delete('members');
  const refuse = (words: string): SentMembers => ({
    ok: false,
    form: { values, errors: new Map([['members', words]]) },
  });
  const problem = fields.get('problem');
  if (problem !== undefined) return refuse(problem);
  const country = fields.get('country')?.trim().toUpperCase() || null;
  const read = await tried(async () => pastedMembers(kind, text, country));
  return read.ok ? { ok: true, members: read.value, values } : refuse(read.refusal.message);
}

/** The members of a form that adds some. */
export const readMembersForm = async (c: PageContext, kind: MonitorKind): Promise<SentMembers> =>
  membersOf(kind, await readMonitorForm(c));
