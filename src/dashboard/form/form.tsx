import { type Child, createContext, type PropsWithChildren, useContext } from 'hono/jsx';
import { getCountries } from 'libphonenumber-js/max';
import type { ErrorCode } from '../../lib/errors.ts';
import { useRequest } from '../session/context.ts';
import { TOKEN_FIELD } from '../session/form-token.ts';
import { BEFORE_FIELD, emptyForm, type FormState } from './form-state.ts';

type Labels = Map<string, Child>;

/** State of the form around a field, and the labels of its fields as they are rendered. */
const FormContext = createContext<FormState & { labels?: Labels }>(emptyForm());

/**
 * A form with the state of its fields and, in its first field, its CSRF token, which an upload must
 * send before its files. A GET form needs no token.
 */
export const Form = ({
  action,
  form = emptyForm(),
  children,
  ...rest
}: PropsWithChildren<{
  action: string;
  form?: FormState;
  class?: string | undefined;
  method?: 'get';
  enctype?: 'multipart/form-data';
}>) => {
  const token = useRequest().get('formToken');
  const before = form.values.get(BEFORE_FIELD);
  const labels: Labels = new Map();
  // Rendered now: the summary above the fields has their labels.
  const fields = FormContext.Provider({ value: { ...form, labels }, children });
  return (
    <>
      {!rest.method && <ErrorSummary form={form} labels={labels} />}
      <form method="post" action={action} {...rest}>
        {!rest.method && <input type="hidden" name={TOKEN_FIELD} value={token} />}
        {before !== undefined && <input type="hidden" name={BEFORE_FIELD} value={before} />}
        {fields}
      </form>
    </>
  );
};

const fieldId = (name: string) => `field-${name}`;

const fieldLabel = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** The page on which the cause of an error can be resolved. */
const REMEDIES = new Map<ErrorCode, { path: string; label: string }>([
  ['UPGRADE_REQUIRED', { path: '/app/billing', label: 'Choose a plan' }],
  ['INSUFFICIENT_CREDITS', { path: '/app/billing', label: 'Buy credits' }],
]);

/** Link to the page on which the cause of an error can be resolved, if there is one. */
export const Remedy = ({ code }: { code: ErrorCode | undefined }) => {
  const way = code && REMEDIES.get(code);
  return way ? <a href={way.path}>{way.label}</a> : null;
};

/** Error summary above the form, which takes the focus; each line links to its field. */
const ErrorSummary = ({ form: { errors, code }, labels }: { form: FormState; labels: Labels }) =>
  errors.size === 0 ? null : (
    <div class="errors" role="alert" aria-labelledby="errors-title" tabindex={-1} autofocus>
      <p id="errors-title">There is a problem:</p>
      <ul>
        {[...errors].map(([name, error]) => (
          <li>
            {name === '' ? (
              <>
                {error} <Remedy code={code} />
              </>
            ) : (
              <a href={`#${fieldId(name)}`}>
                {labels.get(name) ?? fieldLabel(name)}: {error}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );

interface FieldProps {
  /** Name of the field; also its label unless `label` is given. */
  name: string;
  label?: Child;
  hint?: Child;
}

const Hint = ({ name, hint }: FieldProps) =>
  hint ? (
    <p class="hint" id={`${fieldId(name)}-hint`}>
      {hint}
    </p>
  ) : null;

const Labelled = ({ name, label, hint, children }: PropsWithChildren<FieldProps>) => {
  const error = useContext(FormContext).errors.get(name);
  return (
    <div class={error ? 'field wrong' : 'field'}>
      <Label name={name} label={label} />
      <Hint name={name} hint={hint} />
      {error && (
        <p class="error" id={`${fieldId(name)}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  );
};

/** Label of a field, which the error summary has too. */
const Label = ({ name, label = fieldLabel(name) }: FieldProps) => {
  useContext(FormContext).labels?.set(name, label);
  return <label for={fieldId(name)}>{label}</label>;
};

/** Value and accessibility attributes of a control. */
function useControl({ name, hint }: FieldProps) {
  const { values, errors } = useContext(FormContext);
  const isWrong = errors.has(name);
  const id = fieldId(name);
  const described = [hint && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    'aria-invalid': isWrong ? ('true' as const) : undefined,
    'aria-describedby': described || undefined,
  };
  return { value: values.get(name), attributes };
}

/** A text or file input. A submitted password is never shown again. */
export const Field = ({
  name,
  label,
  hint,
  type = 'text',
  ...control
}: FieldProps & {
  type?: 'text' | 'email' | 'password' | 'date' | 'url' | 'file';
  autocomplete?: string;
  accept?: string;
  inputmode?: 'numeric' | undefined;
  placeholder?: string | undefined;
  required?: boolean;
  maxlength?: number;
  max?: string;
}) => {
  const { value, attributes } = useControl({ name, hint });
  return (
    <Labelled {...{ name, label, hint }}>
      <input
        type={type}
        value={type === 'password' || type === 'file' ? undefined : value}
        {...attributes}
        {...control}
      />
    </Labelled>
  );
};

export const TextArea = ({ name, label, hint, rows = 6 }: FieldProps & { rows?: number }) => {
  const { value, attributes } = useControl({ name, hint });
  return (
    <Labelled {...{ name, label, hint }}>
      <textarea rows={rows} {...attributes}>
        {value}
      </textarea>
    </Labelled>
  );
};

export type Choice = readonly [value: string, label: string];

/** Choices of the mode, for a {@link Select}. */
export const MODE_CHOICES: readonly Choice[] = [
  ['live', 'Live'],
  ['test', 'Test: sandbox answers, free'],
];

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Countries with a numbering plan, by name. */
export const COUNTRY_CHOICES: readonly Choice[] = getCountries()
  .map((code) => [code as string, countryNames.of(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b));

export const Select = ({
  name,
  label,
  hint,
  choices,
}: FieldProps & { choices: readonly Choice[] }) => {
  const { value: chosen, attributes } = useControl({ name, hint });
  return (
    <Labelled {...{ name, label, hint }}>
      <select {...attributes}>
        {choices.map(([value, label]) => (
          <option value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
};

/** Choice of a country by name; none means the default. @param usual the default country */
export const CountrySelect = ({ usual, ...field }: FieldProps & { usual: string | undefined }) => {
  const none = usual
    ? `${countryNames.of(usual) ?? usual} (the default of the organization)`
    : 'United States (the organization has no default)';
  return <Select {...field} choices={[['', none], ...COUNTRY_CHOICES]} />;
};

export const NewPasswordField = (field: Partial<FieldProps>) => (
  <Field
    name="password"
    type="password"
    autocomplete="new-password"
    required
    hint="At least 10 characters."
    {...field}
  />
);

/** A checkbox; sent as `on`. */
export const CheckBox = ({ name, label, hint }: FieldProps) => {
  const { value, attributes } = useControl({ name, hint });
  return (
    <div class="field check">
      <input type="checkbox" checked={value === 'on'} {...attributes} />
      <Label name={name} label={label} />
      <Hint name={name} hint={hint} />
    </div>
  );
};

type ButtonProps = PropsWithChildren<{
  /** `danger` for irreversible actions, `quiet` for rare ones. */
  kind?: 'danger' | 'quiet' | undefined;
  name?: string;
  value?: string;
  'aria-label'?: string | undefined;
}>;

export const Button = ({ kind, children, ...rest }: ButtonProps) => (
  <button type="submit" class={kind} {...rest}>
    {children}
  </button>
);

export const HiddenFields = ({ fields }: { fields: Readonly<Record<string, string>> }) => (
  <>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);

interface ActionFormProps {
  action: string;
  label: string;
  /** Label for screen readers, if several buttons look alike. */
  spoken?: string;
  kind?: ButtonProps['kind'];
  fields?: Readonly<Record<string, string>>;
  class?: string;
}

export const ActionForm = ({ label, spoken, kind, fields = {}, ...form }: ActionFormProps) => (
  <Form {...form}>
    <HiddenFields fields={fields} />
    <Button kind={kind} aria-label={spoken}>
      {label}
    </Button>
  </Form>
);
