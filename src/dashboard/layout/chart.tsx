import { formatNumber, shortDay } from './format.tsx';
import { Table } from './table.tsx';

/** One bar: a day, and what its stretches are worth, by the name of the series. */
export interface Bar {
  /** YYYY-MM-DD. */
  day: string;
  parts: ReadonlyMap<string, number>;
}

interface ChartProps {
  /** Unique on its page; names the patterns. */
  id: string;
  title: string;
  /** In the order they are stacked, six at most. */
  series: readonly string[];
  bars: readonly Bar[];
}

export const HEIGHT = 200;
const TOP = 20;
const BOTTOM = 24;
const PLOT = HEIGHT - TOP - BOTTOM;

/** Left of the bars, in percent of the width: the figures of the grid stand there. */
export const LEFT = 12;

/** From here on, in percent, a figure would not fit at the right of a bar. */
const NEAR_END = 90;

/** Days that are named below the bars. */
export const NAMED_DAYS = 5;

export const SERIES_LIMIT = 6;

/** The least of 1, 2, 5, 10, 20, 50 … that is not below. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power;
}

const barTotal = ({ parts }: Bar): number =>
  [...parts.values()].reduce((sum, part) => sum + part, 0);

/** Where a value stands in the plot. */
export const valueTop = (value: number, most: number): number => TOP + PLOT * (1 - value / most);

/** "1.5M": the grid's figures stand beside the plot. */
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** Hatchings, which distinguish series without colour. */
const HATCHINGS = [
  null,
  'M0 8L8 0M-2 2L2 -2M6 10L10 6',
  'M0 4H8',
  'M4 0V8',
  'M0 0L8 8M-2 6L2 10M6 -2L10 2',
  'M0 4H8M4 0V8',
] as const;

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

export const Grid = ({ most }: { most: number }) => (
  <g class="grid">
    {[0, 0.5, 1].map((share) => {
      const y = TOP + PLOT * (1 - share);
      return (
        <>
          <line x1={`${LEFT}%`} x2="100%" y1={y} y2={y} />
          {(share !== 0.5 || most > 1) && (
            <text x={`${LEFT - 1}%`} y={y + 4} text-anchor="end">
              {COMPACT.format(most * share)}
            </text>
          )}
        </>
      );
    })}
  </g>
);

/** The stretches of a bar from the bottom up, each with its figure as its title. */
function Stack({
  id,
  series,
  bar,
  most,
  x,
  width,
}: Pick<ChartProps, 'id' | 'series'> & { bar: Bar; most: number; x: number; width: number }) {
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

/** The figure of the highest bar, above it. */
const Peak = ({
  bar,
  most,
  x,
  width,
  isLast,
}: {
  bar: Bar;
  most: number;
  x: number;
  width: number;
  isLast: boolean;
}) => (
  <text
    x={`${isLast ? x + width : x + width / 2}%`}
    y={valueTop(barTotal(bar), most) - 4}
    text-anchor={isLast ? 'end' : 'middle'}
  >
    {formatNumber(barTotal(bar))}
  </text>
);

/** Data table of the chart: the exact figures, also for screen readers. */
const Figures = ({ title, series, bars }: ChartProps) => (
  <details class="figures">
    <summary>Figures: {title.toLowerCase()}</summary>
    <Table
      caption={`${title} by day and product`}
      stacked={false}
      head={['Day', ...series, 'Total']}
      rows={bars
        .toReversed()
        .map((bar) => [
          shortDay(bar.day),
          ...series.map((name) => formatNumber(bar.parts.get(name) ?? 0)),
          formatNumber(barTotal(bar)),
        ])}
      numeric={[...series.keys(), series.length].map((at) => at + 1)}
    />
  </details>
);

/**
 * Stacked bars by day as SVG: widths are percentages, so that the chart fits any page and its
 * letters keep their size. Series differ by hatching as well as by colour.
 */
export function BarChart(chart: ChartProps) {
  const { id, title, series, bars } = chart;
  const totals = bars.map(barTotal);
  const most = roundUp(Math.max(1, ...totals));
  const step = (100 - LEFT) / Math.max(1, bars.length);
  const every = Math.max(1, Math.ceil(bars.length / NAMED_DAYS));
  const highest = totals.indexOf(Math.max(1, ...totals));
  const sum = totals.reduce((all, total) => all + total, 0);
  return (
    <figure class="chart">
      <figcaption id={`${id}-title`}>
        {title}: <strong>{formatNumber(sum)}</strong>
      </figcaption>
      <svg role="img" aria-labelledby={`${id}-title`} width="100%" height={HEIGHT}>
        <title>{title}</title>
        <Patterns id={id} series={series} />
        <Grid most={most} />
        {bars.map((bar, at) => {
          const x = LEFT + at * step + step * 0.1;
          return (
            <>
              <Stack id={id} series={series} bar={bar} most={most} x={x} width={step * 0.8} />
              {at === highest && (
                <Peak bar={bar} most={most} x={x} width={step * 0.8} isLast={x > NEAR_END} />
              )}
              {at % every === 0 && (
                <text class="day" x={`${x}%`} y={HEIGHT - 6}>
                  {shortDay(bar.day)}
                </text>
              )}
            </>
          );
        })}
      </svg>
      <ul class="legend">
        {series.map((name, at) => (
          <li>
            <svg width="16" height="16" aria-hidden="true">
              <rect width="16" height="16" fill={`url(#${patternId(id, at)})`} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <Figures {...chart} />
    </figure>
  );
}
