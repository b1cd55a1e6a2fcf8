import { Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { ApiError } from '../../core/errors.ts';
import { inputProblem } from '../../core/inputs.ts';
import { curl } from '../../core/lookup/curl.ts';
import { bodyOfTexts, inputFields, textsOfBody } from '../../core/lookup/input-fields.ts';
import type { AnyProduct, ProductFamily } from '../../core/lookup/product.ts';
import { sandboxBody } from '../../core/lookup/sandbox-body.ts';
import { lookup, type PipelinePorts } from '../../pipeline/lookup.ts';
import { type DashboardEnv, type PageContext, visitorOf } from '../context.ts';
import { type FormState, freshForm } from '../form/read-form.ts';
import { page } from '../layout/page.tsx';
import { Table } from '../layout/table.tsx';
import { Refusal } from '../parts/notice.tsx';
import { tried } from '../parts/refusals.ts';
import { principalOf } from '../parts/session-caller.ts';
import { priceOf } from '../parts/words.tsx';
import { Answer, Command } from '../try/answer.tsx';
import { ProductForm } from '../try/product-form.tsx';

/** What trying a lookup reaches. */
export interface TryServices {
  families: readonly ProductFamily[];
  pipeline: Omit<PipelinePorts, 'defer'>;
  /** Goes on with work after the reply. */
  defer(work: Promise<unknown>): void;
}

const TRY = '/app/try';

const Products = ({ families }: { families: readonly ProductFamily[] }) => (
  <>
    <p class="summary">
      Every lookup with a form of its fields. In test mode it is free and answers from the sandbox.
    </p>
    {families.map(({ name, products }) => (
      <section>
        <h2>{name}</h2>
        <Table
          caption={`${name} lookups`}
          head={['Lookup', 'Price']}
          rows={products.map((product) => [
            <a href={`${TRY}${product.path}`}>{product.summary}</a>,
            priceOf(product),
          ])}
        />
      </section>
    ))}
  </>
);

/** What test mode knows: each input leads to the form filled with it. */
const TestInputs = ({ product }: { product: AnyProduct }) => (
  <details class="aside">
    <summary>Inputs for test mode, and a real one</summary>
    <ul>
      {product.sandbox.map(({ shows }, at) => (
        <li>
          <a href={`${TRY}${product.path}?case=${at}`}>{shows}</a>
        </li>
      ))}
      <li>
        <a href={`${TRY}${product.path}?mode=live`}>a real one, in live mode</a>
      </li>
    </ul>
  </details>
);

/** The error at its field, where it is about one of them. */
function formErrors(refusal: ApiError, product: AnyProduct): ReadonlyMap<string, string> {
  const { param } = refusal;
  const names = inputFields(product).map(({ name }) => name);
  if (param === null || !names.includes(param)) return new Map();
  return new Map([[param, refusal.message.replace(`${param}: `, '')]]);
}

/** /app/try: any product, on the account of whoever is signed in. */
export function tryPages({ families, pipeline, defer }: TryServices): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();
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
    const fields = inputFields(product);
    return page(
      c,
      { title: product.summary, status, wide: true },
      <>
        <p class="summary">
          <code>POST /v1{product.path}</code>, {priceOf(product)}. <a href={TRY}>Other lookups</a>
        </p>
        <ProductForm c={c} action={`${TRY}${product.path}`} fields={fields} form={form} />
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
    const values = [...textsOfBody(body), ['mode', isLive ? 'live' : 'test']];
    return show(c, product, freshForm(Object.fromEntries(values)), null);
  });

  pages.post('/try/:product', async (c) => {
    const product = productOf(c);
    const values = new Map(c.get('sentForm') ?? []);
    const trimmed = new Map([...values].map(([name, text]) => [name, text.trim()] as const));
    const value = bodyOfTexts(inputFields(product), trimmed);
    const parsed = product.input.safeParse(value);
    const body = parsed.success
      ? { ok: true as const, input: parsed.data }
      : {
          ok: false as const,
          problem: inputProblem(parsed.error.issues, { value, schema: product.input }),
        };
    const mode = values.get('mode') === 'live' ? 'live' : 'test';
    const request = {
      ...{ id: c.env.requestId, product, body, bypass: false },
      principal: { ...principalOf(visitorOf(c), mode), resource: product.type },
      startedAt: pipeline.world.clock.now(),
      onAdmission: () => undefined,
    };
    const answered = await tried(() => lookup(request, { ...pipeline, defer }));
    const command = <Command command={curl(`${c.get('origin')}/v1${product.path}`, value)} />;
    if (answered.ok)
      return show(
        c,
        product,
        { values, errors: new Map() },
        <>
          <Answer product={product} data={answered.value} />
          {command}
        </>,
      );
    const errors = formErrors(answered.refusal, product);
    const below = (
      <>
        <Refusal refusal={answered.refusal} />
        {command}
      </>
    );
    return show(c, product, { values, errors }, below, 422);
  });
  return pages;
}
