import * as z from 'zod';
import type { PageContext } from '../session/context.ts';

/** What was typed, to be shown again, and what is wrong with it, by the name of the field. */
export interface FormState {
  values: ReadonlyMap<string, string>;
  errors: ReadonlyMap<string, string>;
}

/** Initial state of a form. @param values what its fields begin with */
export const emptyForm = (values: Readonly<Record<string, string>> = {}): FormState => ({
  values: new Map(Object.entries(values)),
  errors: new Map(),
});

export type ParsedForm<T> = { ok: true; values: T } | ({ ok: false } & FormState);

const ISSUE_MESSAGES = new Map<string, string>([
  ['invalid_format:email', 'must be an email address'],
  ['invalid_format:date', 'must be a date'],
]);

function formIssueMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'too_small') return issue.minimum === 1 ? 'is required' : issue.message;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'invalid_value') return 'must be one of the choices';
  if (issue.code === 'invalid_type') return 'is required';
  const format = issue.code === 'invalid_format' ? `:${issue.format}` : '';
  return ISSUE_MESSAGES.get(`${issue.code}${format}`) ?? 'cannot be used';
}

/**
 * Parses the form that was sent; its token and size were checked before. A field that came several
 * times is its last one.
 * @param schema of texts, by the names of the fields
 */
export function parseForm<Schema extends z.ZodObject>(
  c: PageContext,
  schema: Schema,
): ParsedForm<z.output<Schema>> {
  const values = new Map(c.get('sentForm') ?? []);
  const sent = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const result = schema.safeParse(sent);
  if (result.success) return { ok: true, values: result.data };
  const errors = new Map<string, string>();
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? '');
    if (!errors.has(field)) errors.set(field, formIssueMessage(issue));
  }
  return { ok: false, values, errors };
}

/** The form again, with errors found only when it was executed. */
export const withError = (c: PageContext, field: string, error: string): FormState => ({
  values: new Map(c.get('sentForm') ?? []),
  errors: new Map([[field, error]]),
});

/** Fields many forms have. */
export const formFields = {
  name: z.string().trim().min(1).max(100),
  /** Stored and compared in lower case. */
  email: z.string().trim().toLowerCase().min(1).max(254).pipe(z.email()),
  /** Whether a password may be had is said when it is set. */
  password: z.string().min(1).max(1_000),
};
