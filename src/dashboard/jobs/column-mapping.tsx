import type { Child } from 'hono/jsx';
import { type Dialect, SEPARATORS } from '../../lib/csv-dialect.ts';
import { isLegacyEncoding, type LegacyEncoding } from '../../lib/legacy-encoding.ts';
import { type InputField, inputFields } from '../../lookup/body.ts';
import type { UploadedFile } from '../../lookup/jobs/files.ts';
import { type AnyProduct, type ProductFamily, priceLabel } from '../../lookup/product.ts';
import { type UploadColumn, uploadColumns } from '../../uploads/uploads.ts';
import { NoticeLine } from '../form/api-error.tsx';
import {
  ActionForm,
  Button,
  type Choice,
  CountrySelect,
  Form,
  MODE_CHOICES,
  Select,
} from '../form/form.tsx';
import { humanize, pluralize, withCode } from '../layout/format.tsx';
import { Table } from '../layout/table.tsx';
import {
  COUNTRY_FIELD,
  columnFieldName,
  type JobSettings,
  ROW_COUNTRY_NAME,
  settingsFields,
} from './job-settings.ts';
import { NEW_JOB_PATH } from './upload.tsx';

/** An encoding's label as people write it: Windows-1252, SHIFT_JIS, KOI8-R. */
const encodingName = (encoding: LegacyEncoding): string =>
  encoding.startsWith('windows') ? `W${encoding.slice(1)}` : encoding.toUpperCase();

/** Choice of the column, or of the text for all rows, that fills a field. */
const FieldSelect = ({
  field: { name, kind, values, required, description },
  columns,
}: {
  field: InputField;
  columns: readonly UploadColumn[];
}) => (
  <Select
    name={columnFieldName(name)}
    label={required ? humanize(name) : `${humanize(name)} (optional)`}
    hint={withCode(description)}
    choices={[
      ['', required ? 'Choose a column' : 'Not in this file'],
      ...(kind === 'boolean' ? ['true', 'false'] : values).map(
        (value): Choice => [`always:${value}`, `Always ${value}`],
      ),
      ...columns.map(({ name: column, samples }, at): Choice => {
        const sample = samples.find((cell) => cell.trim() !== '');
        const label = sample ? `${column}: ${sample.slice(0, 40)}` : column;
        return [`column:${at}`, label];
      }),
    ]}
  />
);

const ColumnFields = ({
  product,
  columns,
  country,
}: {
  product: AnyProduct;
  columns: readonly UploadColumn[];
  country: string | undefined;
}) => {
  const fields = inputFields(product);
  return (
    <fieldset>
      <legend>Columns</legend>
      {fields.map((field) => (
        <FieldSelect field={field} columns={columns} />
      ))}
      {fields.some(({ name }) => name === COUNTRY_FIELD) && (
        <CountrySelect
          name={ROW_COUNTRY_NAME}
          label="Country for rows without one (optional)"
          hint="Not needed for phone numbers with +."
          usual={country}
        />
      )}
    </fieldset>
  );
};

const SEPARATOR_LABELS = {
  comma: 'Comma (,)',
  semicolon: 'Semicolon (;)',
  tab: 'Tab',
  pipe: 'Pipe (|)',
  caret: 'Caret (^)',
  tilde: 'Tilde (~)',
  colon: 'Colon (:)',
  unit: 'Unit separator (ASCII 31)',
  space: 'Spaces',
} as const;

const PREVIEW_ROWS = 5;

const Preview = ({
  columns,
  dialect: { titleRows = 0 },
  upload: { sheet, encoding },
}: {
  columns: readonly UploadColumn[];
  dialect: Dialect;
  upload: Pick<UploadedFile, 'sheet' | 'encoding'>;
}) => {
  const height = Math.max(0, ...columns.map(({ samples }) => samples.length));
  return (
    <>
      <Table
        caption="First rows of the file"
        stacked={false}
        head={columns.map(({ name }) => name)}
        rows={Array.from({ length: Math.min(height, PREVIEW_ROWS) }, (_, row) =>
          columns.map(({ samples }) => samples[row] ?? ''),
        )}
      />
      {height === 0 && (
        <NoticeLine>The file has a header and no rows, so there is nothing to look up.</NoticeLine>
      )}
      {isLegacyEncoding(encoding) && (
        <p class="hint">
          This file is not UTF-8, so it was read as {encodingName(encoding)}, in which the answers
          come back; letters that it lacks are written as numbers, such as &amp;#321; for Ł. If its
          letters look wrong, save it as UTF-8 and upload it again.
        </p>
      )}
      {sheet && sheet.others > 0 && (
        <p class="hint">
          Read from the sheet <strong>{sheet.name}</strong>, the first with rows;{' '}
          {pluralize(sheet.others, 'other sheet')} {sheet.others === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      {titleRows > 0 && (
        <p class="hint">
          {pluralize(titleRows, 'row')} above the names of the columns{' '}
          {titleRows === 1 ? 'is' : 'are'} returned unchanged.
        </p>
      )}
    </>
  );
};

const FileFormatFields = () => (
  <details class="settings">
    <summary>Are the columns wrong?</summary>
    <Select
      name="separator"
      label="Cells are separated by"
      choices={SEPARATORS.map(({ id }) => [id, SEPARATOR_LABELS[id]])}
    />
    <Select
      name="header"
      label="First row"
      choices={[
        ['names', 'Names of the columns'],
        ['data', 'Data'],
      ]}
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
              .map((each) => (
                <option value={each.bulk} selected={each.bulk === product?.bulk}>
                  {each.summary} ({priceLabel(each)})
                </option>
              ))}
          </optgroup>
        ))}
    </select>
  </div>
);

/** The second step: choice of the product and of the columns. */
export const ChoosePage = ({
  upload,
  choice,
  families,
  country,
  children,
}: {
  upload: UploadedFile;
  choice: JobSettings;
  families: readonly ProductFamily[];
  country: string | undefined;
  /** The price section, once everything is chosen. */
  children?: Child;
}) => {
  const columns = uploadColumns(upload, choice.dialect);
  const { product, problems: errors } = choice;
  const form = { values: new Map(settingsFields(choice)), errors };
  const path = `${NEW_JOB_PATH}/${upload.id}`;
  return (
    <>
      <Preview columns={columns} dialect={choice.dialect} upload={upload} />
      <Form class="form" method="get" action={path} form={form}>
        <FileFormatFields />
        <ProductSelect families={families} product={product} />
        <Select name="mode" choices={MODE_CHOICES} />
        {product && <ColumnFields {...{ product, columns, country }} />}
        <Button>{product ? 'Check price' : 'Choose columns'}</Button>
      </Form>
      {children}
      <ActionForm action={`${path}/discard`} class="aside" kind="quiet" label="Discard this file" />
    </>
  );
};
