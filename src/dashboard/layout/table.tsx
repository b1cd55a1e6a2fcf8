import type { Child, PropsWithChildren } from 'hono/jsx';

/** Number of columns from which a table is wider than a phone. */
const WIDE = 4;

export interface TableProps {
  caption: string;
  head: readonly Child[];
  rows: readonly (readonly Child[])[];
  /** Indexes of numeric columns. */
  numeric?: readonly number[];
  /** False for data that is read by column, such as files, results and figures. */
  stacked?: boolean;
}

/**
 * A table. On a phone, a table with many columns shows each row as a card; any other has its own
 * scroll area.
 * @param head column headings; one without text needs a label for screen readers
 */
export const Table = ({
  caption,
  head,
  rows,
  numeric = [],
  stacked = head.length >= WIDE,
}: TableProps) => {
  // CSS display values remove table semantics, so roles restore them (CSS Display 3).
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

/** A cell with a text of others, which may be long and have no spaces; empty for none. */
export const longCell = (text: Child): Child => (text ? <span class="long">{text}</span> : '');

/** A block of code with its own scroll area, also by keyboard. */
export const ScrollableCode = ({ label, code }: { label: string; code: string }) => (
  <section class="scroll code" tabindex={0} aria-label={label}>
    <pre>
      <code>{code}</code>
    </pre>
  </section>
);

/** Empty state: what would be here, and what to do next. */
export const EmptyState = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

/** A table, or an empty state if it has no rows. @param empty content of the empty state */
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

/** A named figure; false or null is left out. */
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
