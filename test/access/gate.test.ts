import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/access/api-key.ts';
import { createGate } from '../../src/access/gate.ts';
import type { KeyGate } from '../../src/access/key-gate.ts';

const SECRET = 'a secret of the tests';

/** A namespace that counts who touches it and answers, or fails, as told. */
function namespace(admit: () => Promise<unknown>) {
  const touched: string[] = [];
  const get = (name: string) => {
    touched.push(name);
    return { admit };
  };
  const binding = { idFromName: (name: string) => name, get };
  return { touched, binding: binding as unknown as DurableObjectNamespace<KeyGate> };
}

describe('the key check', () => {
  it('touches no object for a forged key', async () => {
    const { touched, binding } = namespace(async () => expect.fail('reached an object'));
    const gate = createGate(SECRET, binding);
    const forged = [
      '',
      'Bearer sk_live_x',
      `Bearer ${await createApiKey('another secret', 'live')}`,
      `Bearer sk_live_${'a'.repeat(40)}`,
    ];
    for (const header of [null, ...forged])
      expect(await gate.admit(header, 'standard')).toEqual({
        admitted: false,
        code: 'UNAUTHORIZED',
      });
    expect(touched).toEqual([]);
  });

  it('answers 503 with Retry-After when the objects are down, after asking twice', async () => {
    const { touched, binding } = namespace(() => Promise.reject(new Error('object unreachable')));
    const refusal = createGate(SECRET, binding).admit(
      `Bearer ${await createApiKey(SECRET, 'live')}`,
      'standard',
    );
    await expect(refusal).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      headers: { 'Retry-After': '2' },
    });
    expect(touched).toHaveLength(2);
  });

  it('recovers when an object fails once', async () => {
    let calls = 0;
    const { binding } = namespace(() =>
      ++calls === 1
        ? Promise.reject(new Error('moved'))
        : Promise.resolve({ admitted: false, code: 'UNAUTHORIZED' }),
    );
    expect(
      await createGate(SECRET, binding).admit(
        `Bearer ${await createApiKey(SECRET, 'live')}`,
        'standard',
      ),
    ).toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it('is an outage, not a refusal, when the deployment has no secret', async () => {
    const { binding } = namespace(async () => expect.fail('reached an object'));
    await expect(
      createGate(undefined, binding).admit('Bearer x', 'standard'),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
