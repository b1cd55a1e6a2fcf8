import { type InputField, inputFields } from '../../core/lookup/input-fields.ts';
import type { Column } from '../../uploads/read-upload.ts';
import { spoken } from '../parts/words.tsx';
import { type Choice, CONSTANT_FIELD, CONSTANT_NAME, fillName } from './choice.ts';
import { Select } from './select.tsx';

/** Which column, or which text for every row, fills a field. */
function FieldSelect({
  field,
  columns,
  choice,
}: {
  field: InputField;
  columns: readonly Column[];
  choice: Choice;
}) {
  const { name, kind, values, required, description } = field;
  const constants = kind === 'boolean' ? ['true', 'false'] : values;
  const { columns: chosen, constants: always } = choice.filling;
  const column = chosen.get(name);
  const constant = always.get(name);
  return (
    <Select
      id={`fill-${name}`}
      name={fillName(name)}
      label={required ? spoken(name) : `${spoken(name)} (optional)`}
      hint={description}
      problem={choice.problems.get(fillName(name))}
      options={[
        { value: '', words: required ? 'Choose a column' : 'Not in this file' },
        ...constants.map((value) => ({ value: `always:${value}`, words: `Always ${value}` })),
        ...columns.map((each, at) => ({
          value: `column:${at}`,
          words: `${each.name}${each.samples[0] ? `: ${each.samples[0].slice(0, 40)}` : ''}`,
        })),
      ]}
      chosen={column === undefined ? (constant ? `always:${constant}` : '') : `column:${column}`}
    />
  );
}

/** The country of numbers that are written without one, where no column has it. */
const CountryField = ({ choice }: { choice: Choice }) => {
  const problem = choice.problems.get(CONSTANT_NAME);
  return (
    <div class={problem ? 'field wrong' : 'field'}>
      <label for="always-country">Country for rows that name none (optional)</label>
      <p class="hint" id="always-country-hint">
        Two letters, such as DE; left empty, US. A phone number with + needs none.
      </p>
      {problem && (
        <p class="error" id="always-country-error">
          {problem}
        </p>
      )}
      <input
        id="always-country"
        name={CONSTANT_NAME}
        value={choice.filling.constants.get(CONSTANT_FIELD)}
        maxlength={2}
        autocapitalize="characters"
        aria-describedby={
          problem ? 'always-country-hint always-country-error' : 'always-country-hint'
        }
      />
    </div>
  );
};

/** What fills each field of the chosen product. */
export const Fields = ({ choice, columns }: { choice: Choice; columns: readonly Column[] }) => {
  if (!choice.product) return null;
  const fields = inputFields(choice.product);
  return (
    <fieldset>
      <legend>Columns</legend>
      {fields.map((field) => (
        <FieldSelect field={field} columns={columns} choice={choice} />
      ))}
      {fields.some(({ name }) => name === CONSTANT_FIELD) && <CountryField choice={choice} />}
    </fieldset>
  );
};
