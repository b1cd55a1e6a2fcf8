// A list of 50,000 rows in the dashboard: from the click on "Upload" to its columns, from "Check
// price" to the price, from "Start job" to the job's page. Runs on the direct socket of the built
// bundle with storage on disk; medians of BENCH_ROUNDS lists with distinct numbers. PROFILE_DIR
// receives V8's CPU profile of each step.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CookieBrowser, formOf, type Page } from '../test/support/cookie-browser.ts';
import { textWorkbook } from '../test/support/workbook.ts';
import { phoneNumber } from './platform/lookups.ts';
import { freePort } from './support/free-port.ts';
import { openInspector } from './support/inspector.ts';
import { median } from './support/load.ts';
import { Goals, table } from './support/report.ts';
import { ADMIN_TOKEN, startService } from './support/service.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 50_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const { PROFILE_DIR } = process.env;
const POLL_MS = 100;
/** Goals in seconds: from the columns to the price, and from there to the job. */
const PRICED_GOAL = 3;
const STARTED_GOAL = 3;

const inspectorPort = PROFILE_DIR ? await freePort() : undefined;
const service = await startService({ vars: { AUTH_SECRET: randomUUID() }, inspectorPort });
const goals = new Goals();

/** A signed-up user on the largest plan. */
async function signedUp(at: number): Promise<CookieBrowser> {
  const browser = new CookieBrowser(service.origin);
  const email = `ada${at}@example.com`;
  const form = { name: 'Ada', email, password: 'a sound password 7', organization: `List ${at}` };
  await browser.follow(await browser.submit('/app/sign-up', form));
  const { organizations } = await service.ask(
    'GET',
    `/admin/organizations?q=${email}`,
    ADMIN_TOKEN,
  );
  const plan = { plan: 'enterprise', status: 'active' };
  await service.ask(
    'PUT',
    `/admin/organizations/${organizations[0].id}/subscription`,
    ADMIN_TOKEN,
    plan,
  );
  await browser.open('/app/jobs/new');
  return browser;
}

/** Runs a step and returns its seconds; writes its profile when PROFILE_DIR is set. */
async function timed(name: string, step: () => Promise<Page>): Promise<[Page, number]> {
  const inspector = inspectorPort ? await openInspector(inspectorPort) : null;
  await inspector?.ask('Profiler.enable');
  await inspector?.ask('Profiler.start');
  const startedAt = performance.now();
  const page = await step();
  const seconds = (performance.now() - startedAt) / 1_000;
  if (inspector) {
    const { profile } = (await inspector.ask('Profiler.stop')) as { profile: unknown };
    await writeFile(`${PROFILE_DIR}/${name}.cpuprofile`, JSON.stringify(profile));
    inspector.close();
  }
  return [page, seconds];
}

/** A cancelled job still has its files written, which would take the next list's processor time. */
async function untilJobsEnd(): Promise<void> {
  for (;;) {
    const { jobs } = await service.ask('GET', '/admin/bulk/jobs', ADMIN_TOKEN);
    if (jobs.length === 0) return;
    await sleep(POLL_MS);
  }
}

interface Times {
  upload: number;
  price: number;
  start: number;
}

const SETTINGS = { product: 'phone_validation', 'fill.phone_number': 'column:1' };

async function run(at: number, name: string, list: Blob): Promise<Times> {
  const browser = await signedUp(at);
  const [shown, upload] = await timed(`${name}-upload`, async () =>
    browser.follow(await browser.upload('/app/jobs/new', list, name)),
  );
  const path = `${shown.path.split('?')[0]}?${new URLSearchParams(SETTINGS)}`;
  const [priced, price] = await timed(`${name}-price`, () => browser.visit(path));
  const action = `${shown.path.split('?')[0]}/start`;
  const { form_token: _, ...fields } = formOf(priced, action).fields;
  const [job, start] = await timed(`${name}-start`, () => browser.press(action, fields));
  if (!job.location?.startsWith('/app/jobs/job_')) throw new Error(`${job.status} ${job.text}`);
  await browser.press(`${job.location}/cancel`);
  await untilJobsEnd();
  return { upload, price, start };
}

/** Rows of one list; no number occurs in another list. */
const rowsOf = (at: number): string[][] => [
  ['Name', 'Phone', 'Mail'],
  ...Array.from({ length: ROWS }, (_, row) => [
    `Person ${row}`,
    phoneNumber(at * ROWS + row),
    `person${row}@example.com`,
  ]),
];

const csv = (at: number) =>
  new Blob([
    rowsOf(at)
      .map((cells) => cells.join(';'))
      .join('\r\n'),
  ]);

try {
  const rows: string[][] = [];
  let people = 0;
  const kinds = [
    ['list.csv', csv],
    ['list.xlsx', (at: number) => new Blob([textWorkbook(rowsOf(at))])],
  ] as const;
  for (const [name, make] of kinds) {
    const times: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      people += 1;
      times.push(await run(people, name, make(people)));
    }
    const [upload, price, start] = (['upload', 'price', 'start'] as const).map((step) =>
      median(times.map((each) => each[step])),
    ) as [number, number, number];
    rows.push([name, String(ROWS), ...[upload, price, start].map((each) => each.toFixed(2))]);
    console.log(goals.check(`${name}, priced in s`, price, PRICED_GOAL, false));
    console.log(goals.check(`${name}, started in s`, start, STARTED_GOAL, false));
  }
  console.log(`\n${table(['', 'rows', 'uploaded in s', 'priced in s', 'started in s'], rows)}`);
} finally {
  await service.stop();
}
goals.conclude();
