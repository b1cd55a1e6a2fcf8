import type { LookupData } from '../../core/lookup/envelope.ts';
import type { AnyProduct } from '../../core/lookup/product.ts';
import { schemaFields, valueAt } from '../../files/schema-columns.ts';
import { Table } from '../layout/table.tsx';
import { counted, short, spoken } from '../parts/words.tsx';

/** Fields of the classification that are shown by themselves. */
const MAIN_FIELDS = 12;

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return 'unknown';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const mainFields = ({ classification }: AnyProduct, data: LookupData) =>
  schemaFields(classification.schema)
    .slice(0, MAIN_FIELDS)
    .map(
      (path) => [spoken(path.join('.')), short(shown(valueAt(data.classification, path)))] as const,
    );

/** A block of code that scrolls by itself, by keyboard too. */
const CodeBlock = ({ label, code }: { label: string; code: string }) => (
  <section class="scroll code" tabindex={0} aria-label={label}>
    <pre>
      <code>{code}</code>
    </pre>
  </section>
);

/** What a person sees of an answer: its cost, its main fields, and all of it as JSON. */
export const Answer = ({ product, data }: { product: AnyProduct; data: LookupData }) => {
  const { credits_used, credits_remaining, cache_hit, cached_at } = data.metadata;
  return (
    <section aria-labelledby="answer">
      <h2 id="answer">Answer</h2>
      <p class="told good" role="status">
        Cost: <strong>{counted(credits_used, 'credit')}</strong>,{' '}
        {counted(credits_remaining, 'credit')} left.{' '}
        {cache_hit && `Answered before${cached_at ? `, on ${cached_at.slice(0, 10)}` : ''}: free.`}
      </p>
      <Table caption="Main fields" head={['Field', 'Value']} rows={mainFields(product, data)} />
      <h3>As the API sends it</h3>
      <CodeBlock label="Answer as JSON" code={JSON.stringify({ success: true, data }, null, 2)} />
    </section>
  );
};

/** The same lookup from a shell, with a place for the key. */
export const Command = ({ command }: { command: string }) => (
  <section aria-labelledby="command">
    <h2 id="command">The same from a shell</h2>
    <p class="hint">
      Put a key of yours in API_KEY; <a href="/app/keys">make one</a> if there is none.
    </p>
    <CodeBlock label="Command" code={command} />
  </section>
);
