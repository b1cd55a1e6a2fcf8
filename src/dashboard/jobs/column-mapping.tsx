import type { Child } from 'hono/jsx';
import { type Dialect, SEPARATORS } from '../../lib/csv-dialect.ts';
import { type InputField, inputFields } from '../../lookup/body.ts';
import type { UploadedFile } from '../../lookup/jobs/files.ts';
import type { AnyProduct, ProductFamily } from '../../lookup/product.ts';
import { type UploadColumn, uploadColumns } from '../../uploads/uploads.ts';
import { Button, Form } from '../form/form.tsx';
import { humanize, pluralize } from '../layout/format.tsx';
import { Table } from '../layout/table.tsx';
import type { PageContext } from '../session/context.ts';
import {
  CONSTANT_FIELD,
  CONSTANT_NAME,
  columnFieldName,
  type JobSettings,
} from './job-settings.ts';
import { NEW_JOB_PATH } from './upload.tsx';

interface SelectOption {
  value: string;
  words: string;
}

/** One of several, with its hint and what is wrong with it. */
const LabelledSelect = ({
  id,
  name,
  label,
  hint,
  problem,
  options,
  chosen,
}: {
  id: string;
  name: string;
  label: Child;
  hint?: string;
  problem?: string | undefined;
  options: readonly SelectOption[];
  chosen: string;
}) => (
  <div class={problem ? 'field wrong' : 'field'}>
    <label for={id}>{label}</label>
    {hint && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {problem && (
      <p class="error" id={`${id}-error`}>
        {problem}
      </p>
    )}
    <select
      id={id}
      name={name}
      aria-describedby={[hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ')}
      aria-invalid={problem ? 'true' : undefined}
    >
      {options.map(({ value, words }) => (
        <option value={value} selected={value === chosen}>
          {words}
        </option>
      ))}
    </select>
  </div>
);

/** Which column, or which text for every row, fills a field. */
function FieldSelect({
  field,
  columns,
  choice,
}: {
  field: InputField;
  columns: readonly UploadColumn[];
  choice: JobSettings;
}) {
  const { name, kind, values, required, description } = field;
  const constants = kind === 'boolean' ? ['true', 'false'] : values;
  const { columns: chosen, constants: always } = choice.filling;
  const column = chosen.get(name);
  const constant = always.get(name);
  return (
    <LabelledSelect
      id={`fill-${name}`}
      name={columnFieldName(name)}
      label={required ? humanize(name) : `${humanize(name)} (optional)`}
      hint={description}
      problem={choice.problems.get(columnFieldName(name))}
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
const CountryField = ({ choice }: { choice: JobSettings }) => {
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
const ColumnFields = ({
  choice,
  columns,
}: {
  choice: JobSettings;
  columns: readonly UploadColumn[];
}) => {
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

const SEPARATOR_LABELS = {
  comma: 'Comma (,)',
  semicolon: 'Semicolon (;)',
  tab: 'Tab',
  pipe: 'Pipe (|)',
} as const;

/** The first rows as they are read now. */
const Preview = ({ columns }: { columns: readonly UploadColumn[] }) => {
  const height = Math.max(0, ...columns.map(({ samples }) => samples.length));
  return (
    <Table
      caption="First rows of the file"
      head={columns.map(({ name }) => name)}
      rows={Array.from({ length: height }, (_, row) =>
        columns.map(({ samples }) => samples[row] ?? ''),
      )}
    />
  );
};

const FileFormatFields = ({ dialect }: { dialect: Dialect }) => (
  <details class="settings">
    <summary>The columns look wrong?</summary>
    <LabelledSelect
      id="separator"
      name="separator"
      label="Cells are separated by"
      options={SEPARATORS.map(({ id }) => ({ value: id, words: SEPARATOR_LABELS[id] }))}
      chosen={dialect.separator}
    />
    <LabelledSelect
      id="header"
      name="header"
      label="First row"
      options={[
        { value: 'names', words: 'Names of the columns' },
        { value: 'data', words: 'Data' },
      ]}
      chosen={dialect.hasHeader ? 'names' : 'data'}
    />
  </details>
);

const ProductSelect = ({
  families,
  product,
}: {
  families: readonly ProductFamily[];
  product: AnyProduct | null;
}) => (
  <div class="field">
    <label for="product">Product</label>
    <select id="product" name="product" required>
      <option value="">Choose what to look up</option>
      {families
        .filter(({ products }) => products.some(({ bulk }) => bulk))
        .map((family) => (
          <optgroup label={family.name}>
            {family.products
              .filter(({ bulk }) => bulk)
              .map(({ bulk, summary, price }) => (
                <option value={bulk} selected={bulk === product?.bulk}>
                  {summary} ({pluralize(price.upTo, 'credit')})
                </option>
              ))}
          </optgroup>
        ))}
    </select>
  </div>
);

/** The second step: what to look up, and in which columns it stands. */
export const ChoosePage = ({
  c,
  upload,
  choice,
  families,
  children,
}: {
  c: PageContext;
  upload: UploadedFile;
  choice: JobSettings;
  families: readonly ProductFamily[];
  /** The price, once everything is chosen. */
  children?: Child;
}) => {
  const columns = uploadColumns(upload, choice.dialect);
  return (
    <>
      <Preview columns={columns} />
      <form class="form" method="get" action={`${NEW_JOB_PATH}/${upload.id}`}>
        <FileFormatFields dialect={choice.dialect} />
        <ProductSelect families={families} product={choice.product} />
        <LabelledSelect
          id="mode"
          name="mode"
          label="Mode"
          options={[
            { value: 'live', words: 'Live' },
            { value: 'test', words: 'Test: sandbox answers, free' },
          ]}
          chosen={choice.mode}
        />
        <ColumnFields choice={choice} columns={columns} />
        <button type="submit">{choice.product ? 'Check price' : 'Choose columns'}</button>
      </form>
      {children}
      <Form c={c} action={`${NEW_JOB_PATH}/${upload.id}/discard`} class="aside">
        <Button kind="quiet">Discard this file</Button>
      </Form>
    </>
  );
};
