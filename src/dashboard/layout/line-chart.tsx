import { ChartFrame, DayLabel, LEFT, roundUp, valueTop } from './chart.tsx';
import { shortDay } from './format.tsx';

/** A line: a value for each day, null if there is none. */
export interface Line {
  name: string;
  values: readonly (number | null)[];
  /** Dashed for a forecast. */
  isDashed?: boolean;
}

interface LineChartProps {
  /** Unique on its page. */
  id: string;
  title: string;
  /** Figure after the title. */
  figure: string;
  /** YYYY-MM-DD, ascending. */
  days: readonly string[];
  lines: readonly Line[];
  /** Horizontal line at a value. */
  limit?: { name: string; value: number };
  format(value: number): string;
  /** Behind each value of the axis. */
  unit?: string;
}

/** Runs of consecutive days with values, one polyline each, because a gap is not zero. */
function runsOf(values: Line['values']): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = [];
  let open: { at: number; value: number }[] = [];
  for (const [at, value] of values.entries()) {
    if (value !== null) open.push({ at, value });
    else if (open.length > 0) {
      runs.push(open);
      open = [];
    }
  }
  return open.length > 0 ? [...runs, open] : runs;
}

const lineLook = ({ isDashed }: Line, at: number): string =>
  `line-${at}${isDashed ? ' dashed' : ''}`;

/** Lines in a box of 100 by 100 that is scaled to the plot, without scaling the stroke. */
const Lines = ({
  lines,
  days,
  most,
}: Pick<LineChartProps, 'lines' | 'days'> & { most: number }) => {
  const x = (at: number) => ((at + 0.5) * 100) / Math.max(1, days.length);
  const y = (value: number) => 100 - (100 * value) / most;
  const top = valueTop(most, most);
  return (
    <svg
      aria-hidden="true"
      x={`${LEFT}%`}
      y={top}
      width={`${100 - LEFT}%`}
      height={valueTop(0, most) - top}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
    >
      {lines.map((line, at) =>
        runsOf(line.values).map((run) => {
          // A single day is a line without length, which round ends show as a dot.
          const isDot = run.length === 1;
          return (
            <polyline
              class={isDot ? `${lineLook(line, at)} dot` : lineLook(line, at)}
              vector-effect="non-scaling-stroke"
              points={(isDot ? [...run, ...run] : run)
                .map((point) => `${x(point.at).toFixed(2)},${y(point.value).toFixed(2)}`)
                .join(' ')}
            />
          );
        }),
      )}
    </svg>
  );
};

/** Lines by day as SVG, with their values as a table. They differ also by dash pattern. */
export function LineChart({ id, title, figure, days, lines, limit, ...rest }: LineChartProps) {
  const { format, unit } = rest;
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const most = roundUp(Math.max(1, limit?.value ?? 0, ...values));
  const level = limit && valueTop(limit.value, most);
  const sign = (look: string) => (
    <svg width="24" height="10" aria-hidden="true">
      <line class={look} x1="0" x2="24" y1="5" y2="5" />
    </svg>
  );
  const row = (day: string, at: number) => [
    shortDay(day),
    ...lines.map((line) => {
      const value = line.values[at];
      return value === null || value === undefined ? '' : format(value);
    }),
  ];
  return (
    <ChartFrame
      id={id}
      title={title}
      figure={figure}
      most={most}
      {...(unit === undefined ? {} : { unit })}
      legend={[
        ...lines.map((line, at) => [sign(lineLook(line, at)), line.name] as const),
        ...(limit ? [[sign('limit'), limit.name] as const] : []),
      ]}
      table={{
        caption: `${title} by day`,
        head: ['Day', ...lines.map(({ name }) => name)],
        rows: days.map(row).reverse(),
        numeric: lines.map((_, at) => at + 1),
      }}
    >
      {level !== undefined && (
        <line class="limit" x1={`${LEFT}%`} x2="100%" y1={level} y2={level} />
      )}
      <Lines lines={lines} days={days} most={most} />
      {days.map((_, at) => (
        <DayLabel days={days} at={at} x={LEFT + (at * (100 - LEFT)) / days.length} />
      ))}
    </ChartFrame>
  );
}
