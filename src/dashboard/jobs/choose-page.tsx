import type { Child } from 'hono/jsx';
import type { Upload } from '../../core/jobs/uploads.ts';
import type { AnyProduct, ProductFamily } from '../../core/lookup/product.ts';
import { type Dialect, SEPARATORS } from '../../core/records/dialect.ts';
import { type Column, columnsOf } from '../../uploads/read-upload.ts';
import type { PageContext } from '../context.ts';
import { Button, Form } from '../form/form.tsx';
import { Table } from '../layout/table.tsx';
import { counted } from '../parts/words.tsx';
import type { Choice } from './choice.ts';
import { Fields } from './column-fields.tsx';
import { Select } from './select.tsx';
import { NEW_JOB } from './upload-page.tsx';

const SEPARATOR_WORDS = {
  comma: 'Comma (,)',
  semicolon: 'Semicolon (;)',
  tab: 'Tab',
  pipe: 'Pipe (|)',
} as const;

/** The first rows as they are read now. */
const Preview = ({ columns }: { columns: readonly Column[] }) => {
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

const Reading = ({ dialect }: { dialect: Dialect }) => (
  <details class="settings">
    <summary>The columns look wrong?</summary>
    <Select
      id="separator"
      name="separator"
      label="Cells are separated by"
      options={SEPARATORS.map(({ id }) => ({ value: id, words: SEPARATOR_WORDS[id] }))}
      chosen={dialect.separator}
    />
    <Select
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
                  {summary} ({counted(price.upTo, 'credit')})
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
  upload: Upload;
  choice: Choice;
  families: readonly ProductFamily[];
  /** The price, once everything is chosen. */
  children?: Child;
}) => {
  const columns = columnsOf(upload, choice.dialect);
  return (
    <>
      <Preview columns={columns} />
      <form class="form" method="get" action={`${NEW_JOB}/${upload.id}`}>
        <Reading dialect={choice.dialect} />
        <ProductSelect families={families} product={choice.product} />
        <Select
          id="mode"
          name="mode"
          label="Mode"
          options={[
            { value: 'live', words: 'Live' },
            { value: 'test', words: 'Test: sandbox answers, free' },
          ]}
          chosen={choice.mode}
        />
        <Fields choice={choice} columns={columns} />
        <button type="submit">{choice.product ? 'Check price' : 'Choose columns'}</button>
      </form>
      {children}
      <Form c={c} action={`${NEW_JOB}/${upload.id}/discard`} class="aside">
        <Button kind="quiet">Discard this file</Button>
      </Form>
    </>
  );
};
