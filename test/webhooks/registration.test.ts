import { describe, expect, it } from 'vitest';
import { parseSecrets } from '../../src/lib/secrets.ts';
import { registerWebhook, secretOfReceiver } from '../../src/webhooks/registration.ts';
import { webhookWorld } from './support.ts';

describe('a webhook address', () => {
  it.each([
    'http://hooks.example/in',
    'ftp://hooks.example/in',
    'hooks.example',
    '',
    'https://',
    'https://user:password@hooks.example/',
    'https://hooks.example:8443/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://localhost/',
    'https://hooks/',
    'https://printer.local/',
    'https://private.example/',
    'https://halfprivate.example/',
    'https://metadata.example/latest/meta-data/',
    'https://nowhere.example/',
    'https://unregistered.example/',
    `https://hooks.example/${'a'.repeat(2_048)}`,
  ])('%s is refused', async (url) => {
    const { ports, received } = webhookWorld();
    await expect(registerWebhook(url, ports)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      status: 400,
      param: 'webhook_url',
    });
    await expect(registerWebhook(url, ports, 'url')).rejects.toMatchObject({ param: 'url' });
    expect(received).toHaveLength(0);
  });

  it.each(['http://127.0.0.1:8788/in', 'https://127.0.0.1:8788/in'])(
    '%s is accepted where its host is exempt',
    async (url) => {
      const { ports } = webhookWorld(undefined, { allowHosts: ['127.0.0.1:8788'] });
      expect((await registerWebhook(url, ports)).webhook.url).toBe(url);
      await expect(registerWebhook('http://127.0.0.1:8789/', ports)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    },
  );

  it('gets a secret of its own that its record does not show', async () => {
    const { ports } = webhookWorld();
    const made = await Promise.all(
      Array.from({ length: 20 }, () => registerWebhook('https://hooks.example/in', ports)),
    );
    for (const { webhook, secret } of made) {
      expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
      expect(JSON.stringify(webhook)).not.toContain(secret.slice('whsec_'.length));
      expect(Object.keys(webhook).sort()).toEqual(['sealedSecret', 'url']);
    }
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(20);
    expect(new Set(made.map(({ webhook }) => webhook.sealedSecret)).size).toBe(20);
  });

  it('gets one secret of a form, which the form is told for five minutes, ten at most', async () => {
    const { ports } = webhookWorld();
    const url = 'https://hooks.example/in';
    const since = 7 * 300_000;
    const form = { digest: 'form', since };
    const { webhook, secret } = await registerWebhook(url, ports, 'webhook_url', form);
    const told = (digest: string, at: number) =>
      secretOfReceiver(webhook, { digest, since: at }, ports);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    for (const later of [0, 299_999, 599_999])
      expect(await told('form', since + later)).toBe(secret);
    expect(await told('form', since + 600_000)).toBeNull();
    expect(await told('other form', since)).toBeNull();
    expect(await secretOfReceiver(webhook, undefined, ports)).toBe(secret);
    const again = await registerWebhook(url, ports, 'webhook_url', form);
    expect(again.secret).toBe(secret);
    ports.linkSecrets = parseSecrets('another secret of the tests');
    expect((await registerWebhook(url, ports, 'webhook_url', form)).secret).not.toBe(secret);
  });

  it('cannot be registered without a LINK_SECRET', async () => {
    const { ports } = webhookWorld(undefined, { linkSecrets: null });
    await expect(registerWebhook('https://hooks.example/in', ports)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.not.stringMatching(/LINK_SECRET|[A-Z]_[A-Z]/),
    });
  });
});
