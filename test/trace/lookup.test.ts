import { afterEach, expect, it } from 'vitest';
import { call, createOrganization } from '../support/api.ts';
import type { Trace } from './instrument.ts';

const scope = globalThis as { trace?: Trace };

afterEach(() => {
  delete scope.trace;
});

/** Files whose functions run between a request and its answer, in the order of their first call. */
async function filesOf(
  answer: () => Promise<unknown>,
): Promise<{ files: string[]; rooms: string[] }> {
  const files = new Set<string>();
  const rooms: string[] = [];
  scope.trace = (path) => {
    files.add(path);
    const room = path.split('/').slice(0, 2).join('/');
    if (rooms.at(-1) !== room) rooms.push(room);
  };
  await answer();
  delete scope.trace;
  return { files: [...files], rooms };
}

it('answers POST /v1/phone with the functions of at most fifty files', async () => {
  const { owner } = await createOrganization();
  const lookup = (number: string) =>
    call('POST', '/v1/phone', { token: owner, body: { phone_number: number } });
  await lookup('+14155552671');
  let status = 0;
  const { files, rooms } = await filesOf(async () => {
    ({ status } = await lookup('+16502530000'));
  });
  console.log(`${files.length} files, ${rooms.length - 1} changes of room\n${files.join('\n')}`);
  expect(status).toBe(200);
  expect(files).toContain('src/accounts/object/account.ts');
  expect(files.length).toBeLessThanOrEqual(50);
});
