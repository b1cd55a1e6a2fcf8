import type { Child } from 'hono/jsx';
import { schemaFields, valueAt } from '../../files/result-csv.ts';
import { ApiError } from '../../lib/errors.ts';
import {
  bodyFromTexts,
  bodyTexts,
  curlCommand,
  type InputField,
  inputFields,
  sandboxBody,
} from '../../lookup/body.ts';
import type { LookupData } from '../../lookup/envelope.ts';
import { type IdempotencyPorts, requestLookup } from '../../lookup/pipeline/lookup-request.ts';
import { type AnyProduct, type ProductFamily, priceLabel } from '../../lookup/product.ts';
import { ApiErrorNotice, catchApiError } from '../form/api-error.tsx';
import { Button, type Choice, Field, Form, Select } from '../form/form.tsx';
import { emptyForm, type FormState, wrongField } from '../form/form-state.ts';
import { humanize, pluralize, truncate, withCode } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { PageSection, ScrollableCode, Table } from '../layout/table.tsx';
import { sessionPrincipal } from '../session/caller.ts';
import { type PageContext, type Pages, requireSessionUser } from '../session/context.ts';

const MAIN_FIELDS = 12;

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'unknown';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const mainFields = ({ classification }: AnyProduct, data: LookupData) =>
  schemaFields(classification.schema)
    .slice(0, MAIN_FIELDS)
    .map(
      (path) =>
        [
          humanize(path.join('.')),
          truncate(formatValue(valueAt(data.classification, path))),
        ] as const,
    );

/** An answer: its cost, main fields, and full JSON. */
const Answer = ({ product, data }: { product: AnyProduct; data: LookupData }) => {
  const { credits_used, credits_remaining, cache_hit, cached_at } = data.metadata;
  return (
    <PageSection title="Answer">
      <p class="notice good" role="status" tabindex={-1} autofocus>
        Cost: <strong>{pluralize(credits_used, 'credit')}</strong>,{' '}
        {pluralize(credits_remaining, 'credit')} left.{' '}
        {cache_hit && `From the cache${cached_at ? `, found on ${cached_at.slice(0, 10)}` : ''}.`}
      </p>
      <Table caption="Main fields" head={['Field', 'Value']} rows={mainFields(product, data)} />
      <h3>As the API sends it</h3>
      <ScrollableCode
        label="Answer as JSON"
        code={JSON.stringify({ success: true, data }, null, 2)}
      />
    </PageSection>
  );
};

/** The lookup as a shell command, with a placeholder for the key. */
const Command = ({ command }: { command: string }) => (
  <PageSection title="The same from a shell">
    <p class="hint">
      Set API_KEY to one of your keys; <a href="/app/keys">create one</a> if you have none.
    </p>
    <ScrollableCode label="Command" code={command} />
  </PageSection>
);

/** Control of a field, derived from its schema. */
const InputControl = ({ field }: { field: InputField }) => {
  const { name, kind, values, usual, required, description } = field;
  const texts = {
    name,
    label: required ? name : `${name} (optional)`,
    hint: withCode(description),
  };
  if (kind === 'text' || kind === 'number')
    return (
      <Field
        {...texts}
        placeholder={field.example || undefined}
        inputmode={kind === 'number' ? 'numeric' : undefined}
        required={required}
        maxlength={2_048}
      />
    );
  const options = kind === 'boolean' ? ['true', 'false'] : values;
  const unset: Choice[] =
    required && kind === 'choice' ? [] : [['', usual === null ? 'Not set' : `Default: ${usual}`]];
  return (
    <Select {...texts} choices={[...unset, ...options.map((value): Choice => [value, value])]} />
  );
};

/** Form with all fields of a product, derived from its schema. */
const LookupForm = ({ product, form }: { product: AnyProduct; form: FormState }) => (
  <Form action={`${TRY_PATH}${product.path}`} class="form" form={form}>
    {inputFields(product).map((field) => (
      <InputControl field={field} />
    ))}
    <fieldset class="choice">
      <legend>Mode</legend>
      <label>
        <input type="radio" name="mode" value="test" checked={form.values.get('mode') !== 'live'} />
        Test: sandbox answers, free
      </label>
      <label>
        <input type="radio" name="mode" value="live" checked={form.values.get('mode') === 'live'} />
        Live: charged as usual
      </label>
    </fieldset>
    <Button>Look up</Button>
  </Form>
);

export interface TryServices {
  families: readonly ProductFamily[];
  pipeline: Omit<IdempotencyPorts, 'defer'>;
  /** Continues work after the reply. */
  defer(work: Promise<unknown>): void;
}

const TRY_PATH = '/app/try';

const Products = ({ families }: { families: readonly ProductFamily[] }) => (
  <>
    <p class="summary">
      Every lookup, with a form for its fields. Test mode is free and answers from the sandbox.
    </p>
    {families.map(({ name, products }) => (
      <PageSection title={name}>
        <Table
          caption={`${name} lookups`}
          head={['Lookup', 'Price']}
          numeric={[1]}
          rows={products.map((product) => [
            <a href={`${TRY_PATH}${product.path}`}>{product.summary}</a>,
            priceLabel(product),
          ])}
        />
      </PageSection>
    ))}
  </>
);

/** Sample inputs of test mode, each linking to the form filled with it. */
const TestInputs = ({ product }: { product: AnyProduct }) => (
  <details class="aside">
    <summary>Sample inputs</summary>
    <ul>
      {product.sandbox.map(({ shows }, at) => (
        <li>
          <a href={`${TRY_PATH}${product.path}?case=${at}`}>{shows}</a>
        </li>
      ))}
      <li>
        <a href={`${TRY_PATH}${product.path}?mode=live`}>an example for live mode</a>
      </li>
    </ul>
  </details>
);

/** /app/try: any product, charged to the user's organization. */
export function tryPages(pages: Pages, { families, pipeline, defer }: TryServices): void {
  const byPath = new Map(
    families.flatMap(({ products }) => products.map((product) => [product.path, product] as const)),
  );
  const productOf = (c: PageContext): AnyProduct => {
    const product = byPath.get(`/${c.req.param('product')}`);
    if (!product) throw new ApiError('NOT_FOUND', 'There is no such product.');
    return product;
  };
  const show = (
    c: PageContext,
    product: AnyProduct,
    form: FormState,
    below: Child,
    status: 200 | 422 = 200,
  ) => {
    return page(
      c,
      { title: product.summary, status, wide: true },
      <>
        <p class="summary">
          <code>POST /v1{product.path}</code>, {priceLabel(product)}.{' '}
          <a href={TRY_PATH}>Other lookups</a>
        </p>
        <LookupForm product={product} form={form} />
        {below}
        <TestInputs product={product} />
      </>,
    );
  };

  pages.get('/try', (c) =>
    page(c, { title: 'Try a lookup', wide: true }, <Products families={families} />),
  );

  pages.get('/try/:product', (c) => {
    const product = productOf(c);
    const wanted = c.req.query('case');
    const chosen = product.sandbox[Number(wanted ?? 0)];
    const isLive = c.req.query('mode') === 'live' || !chosen;
    const body = isLive ? product.example : sandboxBody(product, chosen);
    const values = [...bodyTexts(body), ['mode', isLive ? 'live' : 'test']];
    return show(c, product, emptyForm(Object.fromEntries(values)), null);
  });

  pages.post('/try/:product', async (c) => {
    const product = productOf(c);
    const values = new Map(c.get('sentForm') ?? []);
    const trimmed = new Map([...values].map(([name, text]) => [name, text.trim()] as const));
    const body = bodyFromTexts(inputFields(product), trimmed);
    const mode = values.get('mode') === 'live' ? 'live' : 'test';
    const request = {
      id: c.env.requestId,
      path: TRY_PATH,
      product,
      bypass: false,
      principal: { ...sessionPrincipal(requireSessionUser(c), mode), resource: product.type },
      startedAt: pipeline.world.clock.now(),
      onAdmission: () => undefined,
    };
    const sent = { sent: body, idempotencyKey: null };
    const answered = await catchApiError(() =>
      requestLookup(request, () => sent, { ...pipeline, defer }),
    );
    const command = <Command command={curlCommand(`${c.get('origin')}/v1${product.path}`, body)} />;
    if (answered.ok)
      return show(
        c,
        product,
        { ...emptyForm(), values },
        <>
          <Answer product={product} data={answered.value.data} />
          {command}
        </>,
      );
    const { refusal } = answered;
    const field = inputFields(product).find(({ name }) => name === refusal.param);
    const form = field ? wrongField({ values }, field.name, refusal) : { ...emptyForm(), values };
    const below = (
      <>
        <ApiErrorNotice refusal={refusal} />
        {command}
      </>
    );
    return show(c, product, form, below, 422);
  });
}
