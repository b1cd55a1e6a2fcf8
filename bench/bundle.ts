// Size of the deployed bundle and the CPU of its startup, as `wrangler check startup` measures
// them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './support/load.ts';

const RUNS = 3;

const dir = mkdtempSync(join(tmpdir(), 'lookup-startup-'));
try {
  const reports = Array.from({ length: RUNS }, () =>
    execFileSync(
      'npx',
      ['wrangler', 'check', 'startup', '--outfile', join(dir, 'startup.cpuprofile')],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          CI: '1',
          WRANGLER_SEND_METRICS: 'false',
          WRANGLER_HIDE_BANNER: 'true',
        },
      },
    ),
  );
  const size = /Bundle: (\S+ KiB) \/ gzip: (\S+ KiB)/.exec(reports[0] as string);
  const activeMs = reports.map((report) => Number(/Active: ([\d.]+) ms/.exec(report)?.[1]));
  console.log(`bundle: ${size?.[1]}, ${size?.[2]} gzipped`);
  console.log(`startup: ${median(activeMs)} ms of CPU, median of ${RUNS}`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
