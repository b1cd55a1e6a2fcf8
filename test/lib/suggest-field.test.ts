import { describe, expect, it } from 'vitest';
import { suggestField } from '../../src/lib/inputs.ts';

describe('a field sent under another name', () => {
  it.each([
    ['phone_number', 'phone'],
    ['phone_number', 'phoneNumber'],
    ['phone_number', 'phone_numer'],
    ['phone_number', 'msisdn'],
    ['email', 'emial'],
    ['email', 'email_address'],
    ['ip', 'ip_address'],
    ['domain', 'url'],
    ['inputs', 'input'],
    ['webhook_url', 'webhook'],
  ])('%s as %s', (field, sent) => {
    expect(suggestField(field, ['other', sent], new Set([field]))).toBe(sent);
  });

  it.each([
    ['ip', 'id'],
    ['ip', 'i'],
    ['email', 'note'],
    ['phone_number', 'email'],
    ['name', 'city'],
  ])('%s is not %s', (field, sent) => {
    expect(suggestField(field, [sent], new Set([field]))).toBeNull();
  });

  it('is never a field that the body has, nor anything that is no plain name', () => {
    expect(suggestField('domain', ['url'], new Set(['domain', 'url']))).toBeNull();
    expect(suggestField('email', ['email\n'], new Set(['email']))).toBeNull();
    expect(suggestField('email', [`email${'x'.repeat(40)}`], new Set(['email']))).toBeNull();
  });
});
