import type { KeyMode } from '../../core/account/caller.ts';
import type { Upload } from '../../core/jobs/uploads.ts';
import { type InputField, inputFields } from '../../core/lookup/input-fields.ts';
import { type AnyProduct, mainField } from '../../core/lookup/product.ts';
import { type Dialect, SEPARATORS } from '../../core/records/dialect.ts';
import { type Filling, guessColumns } from '../../uploads/job-rows.ts';
import { columnsOf } from '../../uploads/read-upload.ts';

/** Somebody's answers about a file so far. */
export interface Choice {
  /** Null until one was chosen. */
  product: AnyProduct | null;
  mode: KeyMode;
  dialect: Dialect;
  filling: Filling;
  /** What is wrong with the answers, by the name of the form's field. */
  problems: ReadonlyMap<string, string>;
  /** Whether the columns were chosen by the person, and not guessed. */
  isChosen: boolean;
}

const COLUMN = /^column:(\d{1,3})$/;
const ALWAYS = /^always:(.{1,100})$/;

/** The form's field that fills a field of the product. */
export const fillName = (field: string): string => `fill.${field}`;

/** A text for every row, beside a column: what the country of numbers is where no column has it. */
export const CONSTANT_FIELD = 'country';
export const CONSTANT_NAME = 'always.country';

const dialectOf = (sent: URLSearchParams, upload: Upload): Dialect => ({
  separator:
    SEPARATORS.find(({ id }) => id === sent.get('separator'))?.id ?? upload.dialect.separator,
  hasHeader: sent.has('header') ? sent.get('header') === 'names' : upload.dialect.hasHeader,
});

/** The columns and constants that were chosen. */
function chosenFilling(
  sent: URLSearchParams,
  fields: readonly InputField[],
  width: number,
): Filling {
  const columns = new Map<string, number>();
  const constants = new Map<string, string>();
  for (const { name, values, kind } of fields) {
    const answer = sent.get(fillName(name)) ?? '';
    const column = Number(COLUMN.exec(answer)?.[1] ?? -1);
    if (column >= 0 && column < width) columns.set(name, column);
    const always = ALWAYS.exec(answer)?.[1] ?? '';
    const allowed = kind === 'boolean' ? ['true', 'false'] : values;
    if (allowed.includes(always)) constants.set(name, always);
  }
  const country = sent.get(CONSTANT_NAME)?.trim().toUpperCase() ?? '';
  if (country !== '' && fields.some(({ name }) => name === CONSTANT_FIELD))
    constants.set(CONSTANT_FIELD, country);
  return { columns, constants };
}

function problemsOf(fields: readonly InputField[], { columns, constants }: Filling) {
  const problems = new Map<string, string>();
  for (const { name, required } of fields)
    if (required && !columns.has(name)) problems.set(fillName(name), 'choose a column');
  const [first] = fields;
  if (first && columns.size === 0) problems.set(fillName(first.name), 'choose a column');
  const country = constants.get(CONSTANT_FIELD);
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    problems.set(CONSTANT_NAME, 'must be two letters, such as DE');
  return problems;
}

/** Reads the answers of an address or a form; what is missing is guessed. */
export function readChoice(
  sent: URLSearchParams,
  upload: Upload,
  products: ReadonlyMap<string, AnyProduct>,
): Choice {
  const product = products.get(sent.get('product') ?? '') ?? null;
  const dialect = dialectOf(sent, upload);
  const mode = sent.get('mode') === 'test' ? 'test' : 'live';
  const base = { product, mode, dialect } as const;
  const names = columnsOf(upload, dialect).map(({ name }) => name);
  const nothing = { columns: new Map(), constants: new Map() };
  if (!product) return { ...base, filling: nothing, problems: new Map(), isChosen: false };
  const fields = inputFields(product);
  const isChosen = fields.some(({ name }) => sent.has(fillName(name)));
  if (isChosen) {
    const filling = chosenFilling(sent, fields, names.length);
    return { ...base, filling, problems: problemsOf(fields, filling), isChosen };
  }
  const guessed = guessColumns(
    dialect.hasHeader ? names : names.slice(0, 1),
    fields,
    mainField(product),
  );
  const columns = dialect.hasHeader ? guessed : new Map([[mainField(product), 0]]);
  return { ...base, filling: { ...nothing, columns }, problems: new Map(), isChosen };
}

/** The answers as a form sends them again. */
export function choiceFields({ product, mode, dialect, filling }: Choice): [string, string][] {
  const fills = product ? inputFields(product) : [];
  return [
    ['product', product?.bulk ?? ''],
    ['mode', mode],
    ['separator', dialect.separator],
    ['header', dialect.hasHeader ? 'names' : 'data'],
    ...fills.flatMap(({ name }): [string, string][] => {
      const column = filling.columns.get(name);
      const always = filling.constants.get(name);
      if (column !== undefined) return [[fillName(name), `column:${column}`]];
      return always === undefined || name === CONSTANT_FIELD
        ? [[fillName(name), '']]
        : [[fillName(name), `always:${always}`]];
    }),
    [CONSTANT_NAME, filling.constants.get(CONSTANT_FIELD) ?? ''],
  ];
}
