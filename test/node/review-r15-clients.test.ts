import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { send } from '../../scripts/operator/send.ts';

it('the operator’s command line asks a step again that failed once', async () => {
  const replies = [
    Response.json({ success: true, data: { findings: ['a'], next_cursor: 'org_1:0:0' } }),
    Response.json(
      { success: false, error: { code: 'SERVICE_BUSY', message: 'No.' } },
      { status: 503 },
    ),
    Response.json({ success: true, data: { findings: ['b'], next_cursor: null } }),
  ];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => replies.shift()!);
  const request = { method: 'GET', path: '/verify-stores', steps: true } as const;
  const found = await send(request, { baseUrl: 'https://api.test', token: 't' }).catch(
    ({ message }) => message,
  );
  spy.mockRestore();
  expect(found).toEqual({ findings: ['a', 'b'] });
});

const isRecent = 'import sys; sys.exit(sys.version_info < (3, 10))';
const hasPython = spawnSync('python3', ['-c', isRecent]).status === 0;

describe.skipIf(!hasPython)('the Python client', () => {
  const python = (script: string): string => {
    const env = { ...process.env, PYTHONPATH: 'clients/python' };
    const { stdout, stderr } = spawnSync('python3', ['-c', script], { env, encoding: 'utf8' });
    return stdout.trim() || stderr;
  };

  it('takes no delivery where the secret is empty', () => {
    const script = `
import base64, hashlib, hmac, time
import lookup_api
at = str(int(time.time()))
forged = base64.b64encode(hmac.new(b"", f"x.{at}.{{}}".encode(), hashlib.sha256).digest()).decode()
headers = {"webhook-id": "x", "webhook-timestamp": at, "webhook-signature": "v1," + forged}
try:
    lookup_api.verify_webhook(b"{}", headers, "")
    print("taken")
except Exception as error:
    print(type(error).__name__)
`;
    expect(python(script)).not.toBe('taken');
  });
});
