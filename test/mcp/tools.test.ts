import { expect, it } from 'vitest';
import { createOrganization } from '../support/api.ts';
import { EARLIER, MODERN, rpc, tool } from './support.ts';

it('smoke', async () => {
  const { owner } = await createOrganization();
  for (const revision of [MODERN, EARLIER] as const) {
    const list = await rpc('tools/list', {}, { token: owner, revision });
    console.log(
      list.status,
      JSON.stringify(list.body).slice(0, 300),
      JSON.stringify(list.body).length,
    );
    const one = await tool(
      'validate_phone',
      { phone_number: '+14155550123' },
      { token: owner, revision },
    );
    console.log(one.reply.status, JSON.stringify(one.reply.body).slice(0, 400), [
      ...one.reply.headers,
    ]);
    const bad = await tool('validate_phone', { phone: '+14155550123' }, { token: owner, revision });
    console.log(JSON.stringify(bad.reply.body));
  }
  const init = await rpc(
    'initialize',
    { protocolVersion: EARLIER, capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    { token: owner, revision: EARLIER },
  );
  console.log(JSON.stringify(init.body));
  console.log(JSON.stringify((await rpc('server/discover', {}, { token: owner })).body));
  for (const t of ['get_account', 'confirm_connection'])
    console.log(JSON.stringify((await tool(t, {}, { token: owner })).said));
  console.log(
    JSON.stringify(
      (
        await tool(
          'bulk_verify',
          { type: 'phone_validation', inputs: ['+14155550123'] },
          { token: owner },
        )
      ).said,
    ),
  );
  const no = await rpc('tools/list', {});
  console.log(no.status, no.headers.get('WWW-Authenticate'), JSON.stringify(no.body));
  expect(1).toBe(1);
});
