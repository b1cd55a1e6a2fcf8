import { COUNTERS, GAUGES, type Metrics } from '../core/metrics.ts';
import type { Clock } from '../core/ports.ts';
import type { MetricsObject, Series } from './metrics-object.ts';

/** An isolate sends its counts to the object at most so often. */
const SEND_EVERY_MS = 5_000;

/** A label's value as OpenMetrics writes it. */
const quoted = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

/** `name{label="value"}`, labels in the order given. */
export const seriesName = (name: string, labels: Readonly<Record<string, string>>): string => {
  const parts = Object.entries(labels).map(([label, value]) => `${label}=${quoted(value)}`);
  return parts.length > 0 ? `${name}{${parts.join(',')}}` : name;
};

/** The metrics of one isolate, and the object they are summed in. */
export interface IsolateMetrics extends Metrics {
  /** Sends what was counted now; to be called where the object is read. */
  flush(): Promise<void>;
  object(): MetricsObject;
}

/**
 * Buffers counts in memory and sends them with the first count that is five seconds after the last
 * sending: one object call for as many lookups as came meanwhile. What could not be sent is sent
 * with the next. Nothing waits: a consumer's batch ends only with its deferred work.
 * @param defer work that may outlive the reply
 */
export function createMetrics(
  objects: DurableObjectNamespace<MetricsObject>,
  clock: Clock,
  defer: (work: Promise<unknown>) => void,
): IsolateMetrics {
  const buffer = new Map<string, number>();
  let sentAt = -Infinity;
  // The types of stubs make arrays of tuples.
  const object = () => objects.get(objects.idFromName('service')) as unknown as MetricsObject;
  const add = (series: string, by: number) => buffer.set(series, (buffer.get(series) ?? 0) + by);

  async function flush(): Promise<void> {
    const counted = [...buffer];
    if (counted.length === 0) return;
    buffer.clear();
    try {
      await object().add(counted);
    } catch {
      for (const [series, by] of counted) add(series, by);
    }
  }

  return {
    count(name, labels, by = 1) {
      const named = COUNTERS[name].labels.map((label) => [
        label,
        (labels as Record<string, string>)[label] ?? '',
      ]);
      add(seriesName(name, Object.fromEntries(named)), by);
      if (clock.now() < sentAt + SEND_EVERY_MS) return;
      sentAt = clock.now();
      defer(flush());
    },
    flush,
    object,
  };
}

const familyOf = (series: string): string => series.split('{', 1)[0] as string;

/** `name{…}` with the suffix a counter's sample has. */
const sampleOf = (series: string, suffix: string): string =>
  series.replace(/^[a-z_]+/, (name) => `lookup_api_${name}${suffix}`);

function family(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  all: readonly Series[],
): string[] {
  const own = all.filter(([series]) => familyOf(series) === name);
  return [
    `# TYPE lookup_api_${name} ${type}`,
    `# HELP lookup_api_${name} ${help}`,
    ...own.map(
      ([series, figure]) => `${sampleOf(series, type === 'counter' ? '_total' : '')} ${figure}`,
    ),
  ];
}

/** Counters and gauges as OpenMetrics text, version 1.0.0. */
export const openMetrics = (counters: readonly Series[], gauges: readonly Series[]): string =>
  [
    ...Object.entries(COUNTERS).flatMap(([name, { help }]) =>
      family(name, 'counter', help, counters),
    ),
    ...Object.entries(GAUGES).flatMap(([name, help]) => family(name, 'gauge', help, gauges)),
    '# EOF',
    '',
  ].join('\n');
