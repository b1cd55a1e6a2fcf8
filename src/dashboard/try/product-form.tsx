import type { InputField } from '../../core/lookup/input-fields.ts';
import type { PageContext } from '../context.ts';
import { Button, ErrorSummary, Form } from '../form/form.tsx';
import type { FormState } from '../form/read-form.ts';

const idOf = (name: string): string => `field-${name}`;

/** The control of a field: what its schema allows, and nothing else. */
const Control = ({
  field,
  value,
  described,
}: {
  field: InputField;
  value: string | undefined;
  described: string | undefined;
}) => {
  const { name, kind, values, usual, required } = field;
  const common = {
    ...{ id: idOf(name), name, 'aria-describedby': described },
    ...(described?.includes('error') && { 'aria-invalid': 'true' as const }),
  };
  if (kind === 'text' || kind === 'number')
    return (
      <input
        {...common}
        type="text"
        value={value}
        placeholder={field.example || undefined}
        inputmode={kind === 'number' ? 'numeric' : undefined}
        required={required}
        maxlength={2_048}
      />
    );
  const options = kind === 'boolean' ? ['true', 'false'] : values;
  return (
    <select {...common}>
      {!(required && kind === 'choice') && (
        <option value="">{usual === null ? 'Not set' : `Usual: ${usual}`}</option>
      )}
      {options.map((option) => (
        <option value={option} selected={option === value}>
          {option}
        </option>
      ))}
    </select>
  );
};

const FieldRow = ({ field, form }: { field: InputField; form: FormState }) => {
  const { name, required, description } = field;
  const id = idOf(name);
  const error = form.errors.get(name);
  const described = [description && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class={error ? 'field wrong' : 'field'}>
      <label for={id}>{required ? name : `${name} (optional)`}</label>
      {description && (
        <p class="hint" id={`${id}-hint`}>
          {description}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <Control field={field} value={form.values.get(name)} described={described || undefined} />
    </div>
  );
};

/** A form of every field a product takes, made from its schema. */
export const ProductForm = ({
  c,
  action,
  fields,
  form,
}: {
  c: PageContext;
  action: string;
  fields: readonly InputField[];
  form: FormState;
}) => (
  <>
    <ErrorSummary form={form} />
    <Form c={c} action={action} class="form">
      {fields.map((field) => (
        <FieldRow field={field} form={form} />
      ))}
      <fieldset class="choice">
        <legend>Mode</legend>
        <label>
          <input
            type="radio"
            name="mode"
            value="test"
            checked={form.values.get('mode') !== 'live'}
          />
          Test: sandbox answers, free
        </label>
        <label>
          <input
            type="radio"
            name="mode"
            value="live"
            checked={form.values.get('mode') === 'live'}
          />
          Live: charged as usual
        </label>
      </fieldset>
      <Button>Look up</Button>
    </Form>
  </>
);
