import type { Child, PropsWithChildren } from 'hono/jsx';
import type { PageContext } from '../session/context.ts';
import { TOKEN_FIELD } from '../session/form-token.ts';
import type { FormState } from './form-state.ts';

/** A form that posts, with its token. */
export const Form = ({
  c,
  action,
  children,
  ...rest
}: PropsWithChildren<{ c: PageContext; action: string; class?: string }>) => (
  <form method="post" action={action} {...rest}>
    <input type="hidden" name={TOKEN_FIELD} value={c.get('formToken')} />
    {children}
  </form>
);

const fieldId = (name: string) => `field-${name}`;

/** Says above the form what is wrong with it, each line a link to its field. */
export const ErrorSummary = ({ form }: { form: FormState }) =>
  form.errors.size === 0 ? null : (
    <div class="errors" role="alert" aria-labelledby="errors-title">
      <p id="errors-title">This could not be done:</p>
      <ul>
        {[...form.errors].map(([name, error]) => (
          <li>
            {name === '' ? (
              error
            ) : (
              <a href={`#${fieldId(name)}`}>{`${fieldLabel(name)}: ${error}`}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );

/** A field's name in words, as its label says it. */
const fieldLabel = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

interface FieldProps {
  form: FormState;
  /** Of the field; its label unless `label` says otherwise. */
  name: string;
  label?: string;
  hint?: Child;
}

/** A label, the control, its hint, and what is wrong with it. */
const Labelled = ({ form, name, label, hint, children }: PropsWithChildren<FieldProps>) => {
  const error = form.errors.get(name);
  return (
    <div class={error ? 'field wrong' : 'field'}>
      <label for={fieldId(name)}>{label ?? fieldLabel(name)}</label>
      {hint && (
        <p class="hint" id={`${fieldId(name)}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${fieldId(name)}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  );
};

/** What a screen reader reads with the control. */
function describedBy({ form, name, hint }: FieldProps) {
  const isWrong = form.errors.has(name);
  const ids = [hint && `${fieldId(name)}-hint`, isWrong && `${fieldId(name)}-error`].filter(
    Boolean,
  );
  return {
    id: fieldId(name),
    name,
    ...(isWrong && { 'aria-invalid': 'true' as const }),
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
  };
}

export interface InputProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'date' | 'number' | 'url';
  autocomplete?: string;
  required?: boolean;
  min?: string;
  max?: string;
  maxlength?: number;
}

/** One line of text. A password that was typed is never shown again. */
export const Field = ({ form, name, label, hint, type = 'text', ...control }: InputProps) => (
  <Labelled {...{ form, name }} {...(label && { label })} {...(hint ? { hint } : {})}>
    <input
      type={type}
      value={type === 'password' ? undefined : form.values.get(name)}
      {...describedBy({ form, name, hint })}
      {...control}
    />
  </Labelled>
);

/** Several lines of text. */
export const TextArea = ({ form, name, label, hint, rows = 6 }: FieldProps & { rows?: number }) => (
  <Labelled {...{ form, name }} {...(label && { label })} {...(hint ? { hint } : {})}>
    <textarea rows={rows} {...describedBy({ form, name, hint })}>
      {form.values.get(name)}
    </textarea>
  </Labelled>
);

/** One of several; each choice a value and its words. */
export const Select = ({
  form,
  name,
  label,
  hint,
  choices,
}: FieldProps & { choices: readonly (readonly [value: string, words: string])[] }) => (
  <Labelled {...{ form, name }} {...(label && { label })} {...(hint ? { hint } : {})}>
    <select {...describedBy({ form, name, hint })}>
      {choices.map(([value, words]) => (
        <option value={value} selected={form.values.get(name) === value}>
          {words}
        </option>
      ))}
    </select>
  </Labelled>
);

/** Yes or no; sent as `on`. */
export const CheckBox = ({ form, name, label, hint }: FieldProps) => (
  <div class="field check">
    <input
      type="checkbox"
      checked={form.values.get(name) === 'on'}
      {...describedBy({ form, name, hint })}
    />
    <label for={fieldId(name)}>{label ?? fieldLabel(name)}</label>
    {hint && (
      <p class="hint" id={`${fieldId(name)}-hint`}>
        {hint}
      </p>
    )}
  </div>
);

/** @param kind `danger` for what cannot be undone, `quiet` for what is done rarely */
export const Button = ({
  kind,
  children,
  ...rest
}: PropsWithChildren<{
  kind?: 'danger' | 'quiet';
  name?: string;
  value?: string;
  'aria-label'?: string;
}>) => (
  <button type="submit" class={kind} {...rest}>
    {children}
  </button>
);
