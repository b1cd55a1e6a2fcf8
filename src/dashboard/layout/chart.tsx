import type { Child, PropsWithChildren } from 'hono/jsx';
import { formatNumber, shortDay } from './format.tsx';
import { Table, type TableProps } from './table.tsx';

/** A stacked bar: a day, and its values by series. */
export interface Bar {
  /** YYYY-MM-DD. */
  day: string;
  parts: ReadonlyMap<string, number>;
}

interface ChartProps {
  /** Unique on its page; prefix of the pattern ids. */
  id: string;
  title: string;
  /** Series in stacking order, at most six. */
  series: readonly string[];
  bars: readonly Bar[];
}

const HEIGHT = 200;
const TOP = 20;
const BOTTOM = 24;
const PLOT = HEIGHT - TOP - BOTTOM;

/** Width left of the bars for the axis labels, in percent. */
export const LEFT = 12;

/** Position in percent from which a label does not fit to the right of a bar. */
const NEAR_END = 90;

const NAMED_DAYS = 5;

export const SERIES_LIMIT = 6;

/** Rounds up to 1, 2, 5, 10, 20, 50 … */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power;
}

const barTotal = ({ parts }: Bar): number =>
  [...parts.values()].reduce((sum, part) => sum + part, 0);

export const valueTop = (value: number, most: number): number => TOP + PLOT * (1 - value / most);

/** Compact axis labels such as "1.5M". */
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** Hatch patterns, which distinguish series without colour. */
const HATCHINGS = [
  null,
  'M0 8L8 0M-2 2L2 -2M6 10L10 6',
  'M0 4H8',
  'M4 0V8',
  'M0 0L8 8M-2 6L2 10M6 -2L10 2',
  'M0 4H8M4 0V8',
] as const;

/** A bar and its position in percent of the width; `most` is the top of the axis. */
interface BarPlace {
  bar: Bar;
  most: number;
  x: number;
  width: number;
}

const patternId = (id: string, at: number): string => `${id}-series-${at}`;

const Patterns = ({ id, series }: Pick<ChartProps, 'id' | 'series'>) => (
  <defs>
    {series.map((_, at) => (
      <pattern id={patternId(id, at)} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect class={`series-${at}`} width="8" height="8" />
        {HATCHINGS[at] && <path class="hatching" d={HATCHINGS[at]} />}
      </pattern>
    ))}
  </defs>
);

const Grid = ({ most, unit }: { most: number; unit: string }) => (
  <g class="grid">
    {[0, 0.5, 1].map((share) => {
      const y = TOP + PLOT * (1 - share);
      return (
        <>
          <line x1={`${LEFT}%`} x2="100%" y1={y} y2={y} />
          {Number.isInteger(most * share) && (
            <text x={`${LEFT - 1}%`} y={y + 4} text-anchor="end">
              {COMPACT.format(most * share)}
              {unit}
            </text>
          )}
        </>
      );
    })}
  </g>
);

/**
 * Frame of a chart: the title with a figure, the grid, a legend, and the exact figures as a table,
 * also for screen readers.
 * @param most top of the axis
 * @param unit behind each value of the axis
 * @param legend each series with its symbol
 */
export const ChartFrame = ({
  id,
  title,
  figure,
  most,
  unit = '',
  legend,
  table,
  patterns,
  children,
}: PropsWithChildren<{
  id: string;
  title: string;
  figure: string;
  most: number;
  unit?: string;
  legend: readonly (readonly [sign: Child, name: string])[];
  table: TableProps;
  /** SVG definitions used by the plot. */
  patterns?: Child;
}>) => (
  <figure class="chart">
    <figcaption id={`${id}-title`}>
      {title}: <strong>{figure}</strong>
    </figcaption>
    <svg role="img" aria-labelledby={`${id}-title`} width="100%" height={HEIGHT}>
      <title>{title}</title>
      {patterns}
      <Grid most={most} unit={unit} />
      {children}
    </svg>
    <ul class="legend">
      {legend.map(([sign, name]) => (
        <li>
          {sign}
          {name}
        </li>
      ))}
    </ul>
    <details class="figures">
      <summary>Figures: {title.toLowerCase()}</summary>
      <Table stacked={false} {...table} />
    </details>
  </figure>
);

/** Label of a day below the plot; only some days have one. @param x position in percent */
export const DayLabel = ({ days, at, x }: { days: readonly string[]; at: number; x: number }) =>
  at % Math.max(1, Math.ceil(days.length / NAMED_DAYS)) === 0 && (
    <text class="day" x={`${x}%`} y={HEIGHT - 6}>
      {shortDay(days[at] ?? '')}
    </text>
  );

/** The segments of a bar from the bottom up, each with its value as title. */
function Stack({ id, series, bar, most, x, width }: Pick<ChartProps, 'id' | 'series'> & BarPlace) {
  let bottom = TOP + PLOT;
  return (
    <g>
      {series.map((name, at) => {
        const value = bar.parts.get(name) ?? 0;
        if (value === 0) return null;
        const height = (PLOT * value) / most;
        bottom -= height;
        return (
          <rect
            x={`${x}%`}
            y={bottom.toFixed(2)}
            width={`${width}%`}
            height={height.toFixed(2)}
            fill={`url(#${patternId(id, at)})`}
          >
            <title>{`${shortDay(bar.day)}, ${name}: ${formatNumber(value)}`}</title>
          </rect>
        );
      })}
    </g>
  );
}

/** Value label above the highest bar. */
const Peak = ({ bar, most, x, width }: BarPlace) => (
  <text
    x={`${x > NEAR_END ? x + width : x + width / 2}%`}
    y={valueTop(barTotal(bar), most) - 4}
    text-anchor={x > NEAR_END ? 'end' : 'middle'}
  >
    {formatNumber(barTotal(bar))}
  </text>
);

const figuresTable = ({ title, series, bars }: ChartProps): TableProps => ({
  caption: `${title} by day and product`,
  head: ['Day', ...series, 'Total'],
  rows: bars
    .toReversed()
    .map((bar) => [
      shortDay(bar.day),
      ...series.map((name) => formatNumber(bar.parts.get(name) ?? 0)),
      formatNumber(barTotal(bar)),
    ]),
  numeric: [...series.keys(), series.length].map((at) => at + 1),
});

/**
 * Stacked bars by day as SVG. Widths are percentages, so that the chart fits any page and its text
 * keeps its size. Series differ by hatch pattern as well as by colour.
 */
export function BarChart(chart: ChartProps) {
  const { id, title, series, bars } = chart;
  const totals = bars.map(barTotal);
  const most = roundUp(Math.max(1, ...totals));
  const step = (100 - LEFT) / Math.max(1, bars.length);
  const highest = totals.indexOf(Math.max(1, ...totals));
  const days = bars.map(({ day }) => day);
  const signOf = (at: number) => (
    <svg width="16" height="16" aria-hidden="true">
      <rect width="16" height="16" fill={`url(#${patternId(id, at)})`} />
    </svg>
  );
  return (
    <ChartFrame
      id={id}
      title={title}
      figure={formatNumber(totals.reduce((all, total) => all + total, 0))}
      most={most}
      legend={series.map((name, at) => [signOf(at), name])}
      table={figuresTable(chart)}
      patterns={<Patterns id={id} series={series} />}
    >
      {bars.map((bar, at) => {
        const place = { bar, most, x: LEFT + at * step + step * 0.1, width: step * 0.8 };
        return (
          <>
            <Stack id={id} series={series} {...place} />
            {at === highest && <Peak {...place} />}
            <DayLabel days={days} at={at} x={place.x} />
          </>
        );
      })}
    </ChartFrame>
  );
}
