import { describe, expect, it } from 'vitest';
import { createOrganization } from '../support/api.ts';
import { send } from '../support/deployment.ts';
import { balance, phones, results, waitFor } from './support.ts';

const [first, second] = phones(2, 70_000) as [string, string];

async function sendList(
  token: string,
  query: string,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'text/csv',
) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
  const reply = await send(`/v1/bulk/jobs?${query}`, { method: 'POST', headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: replies of several shapes
  return { status: reply.status, body: (await reply.json()) as any };
}

const dryRun = (token: string, query: string, body: string, type?: string) =>
  sendList(token, `type=phone_validation&dry_run=true&${query}`, body, type);

describe('a job sent as CSV', () => {
  it('runs over the column that fits, whatever it is called and the file is written in', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const text = `id;who;reached at\r\n1;Ann;${first}\r\n2;"Bo;b";${second}\r\n3;Cy;${first}\r\n`;
    const bytes = new Uint8Array([
      ...[0xff, 0xfe],
      ...[...text].flatMap((char) => [char.charCodeAt(0), 0]),
    ]);
    const { status, body } = await sendList(owner, 'type=/phone', bytes, 'text/csv; charset=x');
    expect([status, body.data]).toMatchObject([201, { accepted: 3, credits_held: 2 }]);
    await waitFor(owner, body.data.job_id, 'completed');
    const { lookups } = await results(owner, body.data.job_id);
    expect(lookups.map(({ input }: { input: string }) => input)).toEqual([first, second, first]);
    expect(await balance(owner)).toBe(8);
  });

  it('takes a column by name or number, with or without a header', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const two = `from,to\n${first},${second}\n${first},\n`;
    for (const [query, body, expected] of [
      ['column=to', two, { total: 2, skipped: 1, credits_required: 1 }],
      ['column=1', two, { total: 2, duplicates: 1, credits_required: 1 }],
      ['', `${first}\n${second}\n`, { total: 2, credits_required: 2, credits_available: 10 }],
      ['', 'phone\nnothing\n', { total: 1, unusable_count: 1, credits_required: 0 }],
      ['', `note,phone\n${first},${second}\n`, { total: 1, credits_required: 1 }],
    ] as const) {
      const reply = await dryRun(owner, query, body);
      expect([reply.status, reply.body.data], query).toMatchObject([200, expected]);
    }
  });

  it('fills further fields from columns that are called so and can be read', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const german = 'phone,country\n030 901820,DE\n';
    const words = `phone,country\n${first},Germany\n`;
    for (const body of [german, words])
      expect((await dryRun(owner, '', body)).body.data).toMatchObject({ credits_required: 1 });
  });

  it('is refused where it does not say what to look up, or where', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const two = `from,to\n${first},${second}\n`;
    for (const [query, body, code, param] of [
      ['', two, 'MISSING_FIELD', 'type'],
      ['type=phones', two, 'INVALID_TYPE', undefined],
      ['type=phone', two, 'MISSING_FIELD', 'column'],
      ['type=phone&column=at', two, 'INVALID_INPUT', 'column'],
      ['type=phone&column=3', two, 'INVALID_INPUT', 'column'],
      ['type=phone', '', 'MISSING_FIELD', undefined],
    ] as const) {
      const reply = await sendList(owner, query, body);
      expect([reply.status, reply.body.error], query).toMatchObject([
        400,
        { code, ...(param && { param }) },
      ]);
    }
  });
});

describe('a job sent as JSON lines', () => {
  const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const ask = (token: string, query: string, body: string) =>
    dryRun(token, query, body, 'application/x-ndjson');

  it('takes strings, bodies of the product, and any field', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const rows = [first, second, first, second, first, second];
    const objects = rows.map((number, at) => ({ at, reached: { no: at }, tel: number }));
    for (const [query, body] of [
      ['', lines(...rows)],
      ['', lines(...rows.map((phone_number) => ({ phone_number, note: 1 })))],
      ['', lines(...objects)],
      ['column=tel', lines(...objects.slice(0, 3))],
    ] as const) {
      const { body: answer } = await ask(owner, query, body);
      expect(answer.data).toMatchObject({ credits_required: 2, unusable_count: 0 });
    }
  });

  it('is refused for a line that is neither', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    for (const body of ['[1]\n', '7\n', '{"a":\n', `${lines(first)}nope`]) {
      const { status, body: answer } = await ask(owner, '', body);
      expect([status, answer.error.code]).toEqual([400, 'INVALID_REQUEST']);
    }
  });
});
