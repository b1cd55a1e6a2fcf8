import type { UsageRange } from '../../accounts/read-usage.ts';
import type { UsageRow } from '../../core/account/account.ts';
import { BarChart } from '../parts/chart.tsx';
import { usageBars } from './sum-usage.ts';

/** Credits and lookups by day and product, as two charts. */
export const UsageCharts = ({ rows, range }: { rows: readonly UsageRow[]; range: UsageRange }) => (
  <div class="charts">
    <BarChart id="credits" title="Credits" {...usageBars(rows, range, 'credits')} />
    <BarChart id="lookups" title="Lookups" {...usageBars(rows, range, 'lookups')} />
  </div>
);
