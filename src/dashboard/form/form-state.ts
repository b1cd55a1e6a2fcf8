import * as z from 'zod';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';
import { lineField } from '../../lib/line-field.ts';
import { MAX_NAME_CHARS } from '../../lib/text.ts';
import { QuotaError } from '../../lookup/account/quotas.ts';
import type { PageContext } from '../session/context.ts';

/** Submitted values, to be shown again, and their errors, by field name. */
export interface FormState {
  values: ReadonlyMap<string, string>;
  errors: ReadonlyMap<string, string>;
  /** Code of the error of the form as a whole, if it was refused by the service. */
  code?: ErrorCode | undefined;
  /** Status of the page with the errors; by default 422. */
  status?: 422 | 429;
}

/** Initial state of a form. @param values initial values of its fields */
export const emptyForm = (values: Readonly<Record<string, string>> = {}): FormState => ({
  values: new Map(Object.entries(values)),
  errors: new Map(),
});

/** Hidden field with the initial values of a settings form. */
export const BEFORE_FIELD = 'before';

const fieldTexts = z.record(z.string(), z.string());

/** Like {@link emptyForm}, for stored settings: unchanged fields keep their stored value. */
export const storedForm = (values: Readonly<Record<string, string>>): FormState =>
  emptyForm({ ...values, [BEFORE_FIELD]: JSON.stringify(values) });

/** Undoes the line ending conversion of browsers. */
const sentText = (text: string | undefined): string => (text ?? '').replaceAll('\r\n', '\n');

/**
 * Replaces fields that were not changed in the form by the current stored values, which another
 * page may have changed meanwhile. A form without its initial values is used unchanged.
 */
function keepStored(sent: Map<string, string>, { values: stored }: FormState): void {
  const said = sent.get(BEFORE_FIELD);
  if (said === undefined || said === stored.get(BEFORE_FIELD)) return;
  let before: ReadonlyMap<string, string>;
  try {
    before = new Map(Object.entries(fieldTexts.parse(JSON.parse(said))));
  } catch {
    return;
  }
  for (const name of new Set([...sent.keys(), ...stored.keys()])) {
    if (name === BEFORE_FIELD || sentText(sent.get(name)) !== sentText(before.get(name))) continue;
    const now = stored.get(name);
    if (now === undefined) sent.delete(name);
    else sent.set(name, now);
  }
}

/** The form with an error at one field. */
export function wrongField(
  { values }: Pick<FormState, 'values'>,
  field: string,
  { message }: Error,
): FormState {
  const prefix = `${field}: `;
  const problem = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return { values, errors: new Map([[field, problem]]) };
}

/** Error of one field found while the form is executed; '' is the form as a whole. */
export const fieldError = (param: string, message: string): ApiError =>
  new ApiError('INVALID_INPUT', message, { param });

const ISSUE_MESSAGES = new Map<string, string>([
  ['invalid_format:email', 'must be an email address'],
  ['invalid_format:date', 'must be a date'],
]);

function formIssueMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'too_small') return issue.minimum === 1 ? 'is required' : issue.message;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'invalid_value') return 'must be one of the listed options';
  if (issue.code === 'invalid_type') return 'is required';
  const format = issue.code === 'invalid_format' ? `:${issue.format}` : '';
  return ISSUE_MESSAGES.get(`${issue.code}${format}`) ?? 'is not valid';
}

/** Errors of a form that does not match its schema: the first one per field. */
export function formErrors({ issues }: z.ZodError): Map<string, string> {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const field = String(issue.path[0] ?? '');
    if (!errors.has(field)) errors.set(field, formIssueMessage(issue));
  }
  return errors;
}

type Reply = Response | Promise<Response>;

/**
 * Form handler: parses the form, executes it, and shows it again with errors at its fields, found
 * by the schema or by the execution. Token and size were checked before. Of a repeated field, the
 * last value is used.
 * @param schema schema of the fields, which are texts
 * @param run may throw an ApiError that names a field, or that a ceiling is reached
 * @param stored stored settings that the form changes, as {@link storedForm}
 */
export const handleForm =
  <Schema extends z.ZodObject>(
    schema: Schema,
    show: (c: PageContext, form: FormState) => Reply,
    run: (c: PageContext, values: z.output<Schema>) => Reply,
    stored?: (c: PageContext) => Promise<FormState>,
  ) =>
  async (c: PageContext): Promise<Response> => {
    const values = new Map(c.get('sentForm') ?? []);
    if (stored) keepStored(values, await stored(c));
    const names = Object.keys(schema.shape);
    const sent = [...values].filter(([name]) => names.includes(name));
    const parsed = schema.safeParse(Object.fromEntries(sent));
    if (!parsed.success) return show(c, { values, errors: formErrors(parsed.error) });
    try {
      return await run(c, parsed.data);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const field = error.param ?? (error instanceof QuotaError ? '' : null);
      if (field === null || !['', ...names].includes(field)) throw error;
      const wait = error.headers['Retry-After'];
      if (wait !== undefined) c.header('Retry-After', wait);
      const status = error.status === 429 ? 429 : 422;
      return show(c, { ...wrongField({ values }, field, error), status });
    }
  };

export const formFields = {
  name: lineField(MAX_NAME_CHARS).min(1),
  /** Stored and compared in lower case. */
  email: z.string().trim().toLowerCase().min(1).max(254).pipe(z.email()),
  /** Daily limit in credits; null (no limit) if the field is empty. */
  creditsPerDay: z
    .string()
    .trim()
    .default('')
    .transform((typed, context): number | null => {
      if (typed === '') return null;
      if (/^[1-9]\d{0,11}$/.test(typed)) return Number(typed);
      const message = 'must be a whole number of credits, at least 1, or empty';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  /** Password; its rules are checked when it is set. */
  password: z.string().min(1).max(1_000),
};
