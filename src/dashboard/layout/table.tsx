import type { Child, PropsWithChildren } from 'hono/jsx';

/** Columns from which on a table is wider than a phone. */
const WIDE = 4;

export interface TableProps {
  caption: string;
  head: readonly Child[];
  rows: readonly (readonly Child[])[];
  /** Columns of figures, by their place. */
  numeric?: readonly number[];
  /** False for data of any width that is read by column: files, results, figures. */
  stacked?: boolean;
}

/**
 * A table. On a phone one of many columns is a card for each row, so that everything is on the
 * screen, and any other has a scroll area of its own.
 * @param head its columns; one that has no words needs a label for screen readers
 */
export const Table = ({
  caption,
  head,
  rows,
  numeric = [],
  stacked = head.length >= WIDE,
}: TableProps) => {
  // Cards are no table to a browser: CSS Display 3 takes what the tags mean.
  const role = (name: string) => (stacked ? { role: name } : {});
  return (
    <section class={stacked ? 'scroll stacked' : 'scroll'} tabindex={0} aria-label={caption}>
      <table {...role('table')}>
        <caption>{caption}</caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {head.map((cell, index) => (
              <th
                scope="col"
                {...role('columnheader')}
                class={numeric.includes(index) ? 'number' : undefined}
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {rows.map((row) => (
            <tr {...role('row')}>
              {row.map((cell, index) => (
                <td
                  {...role('cell')}
                  data-label={typeof head[index] === 'string' ? head[index] : undefined}
                  class={numeric.includes(index) ? 'number' : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** A block of code with a scroll area of its own, by keyboard too. */
export const ScrollableCode = ({ label, code }: { label: string; code: string }) => (
  <section class="scroll code" tabindex={0} aria-label={label}>
    <pre>
      <code>{code}</code>
    </pre>
  </section>
);

/** Where there is nothing yet: what it would be, and what to do next. */
export const EmptyState = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

/** A table, or the state in place of one without rows. @param empty its words */
export const TableOrEmpty = ({
  title,
  empty,
  ...table
}: TableProps & { title: string; empty: Child }) =>
  table.rows.length === 0 ? (
    <EmptyState title={title}>
      <p>{empty}</p>
    </EmptyState>
  ) : (
    <Table {...table} />
  );

/** A figure with its name; anything else stands for one that there is not. */
export type Fact = readonly [name: string, value: Child] | false | null;

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts
      .filter((fact) => fact !== false && fact !== null)
      .map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

export const PageSection = ({ title, children }: PropsWithChildren<{ title: string }>) => {
  const id = `${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-title`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
};
