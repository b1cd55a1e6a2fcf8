import { toBase64Url } from '../../src/lib/bytes.ts';

// A passkey in software, by WebAuthn Level 3: an ES256 key that signs what a device would.

const utf8 = new TextEncoder();
const concat = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (data: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', data));

/** CBOR (RFC 8949) of texts and byte strings below 65,536 bytes. */
const cborBytes = (data: Uint8Array) => concat([0x59, data.length >> 8, data.length & 255], data);
const cborText = (text: string) => concat([0x60 + text.length], utf8.encode(text));

/** An integer of a signature as DER has it (X.690, section 8.3): no zeros in front but a sign's. */
function derInteger(half: Uint8Array): Uint8Array {
  const bytes = half.slice(half.findIndex((byte) => byte !== 0));
  const signed = (bytes[0] ?? 0) > 127 ? concat([0], bytes) : bytes;
  return concat([2, signed.length], signed);
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

export class Authenticator {
  /** Whether it verifies the person, as by a PIN. */
  verifies = true;
  counter = 0;
  readonly id = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  readonly #origin: string;
  readonly #keys = crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]) as Promise<CryptoKeyPair>;

  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, challenge: string): Uint8Array<ArrayBuffer> {
    return concat(utf8.encode(JSON.stringify({ type, challenge, origin: this.#origin })));
  }

  async #authenticatorData(flags: number, rest: Uint8Array = new Uint8Array()) {
    const host = await sha256(concat(utf8.encode(new URL(this.#origin).hostname)));
    const verified = this.verifies ? VERIFIED : 0;
    return concat(host, [PRESENT | verified | flags, 0, 0, 0, this.counter], rest);
  }

  #idBytes(): Uint8Array {
    return Uint8Array.from(atob(this.id.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
      each.charCodeAt(0),
    );
  }

  #credential(response: Record<string, unknown>): string {
    const { id } = this;
    return JSON.stringify({ id, rawId: id, type: 'public-key', response });
  }

  /** What `navigator.credentials.create` gives for a challenge, without attestation. */
  async create({ challenge }: { challenge: string }): Promise<string> {
    const raw = new Uint8Array(
      (await crypto.subtle.exportKey('raw', (await this.#keys).publicKey)) as ArrayBuffer,
    );
    const [x, y] = [raw.slice(1, 33), raw.slice(33)];
    // COSE key (RFC 9053, section 7.1): EC2, ES256, P-256.
    const key = concat([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], x, [0x22, 0x58, 32], y);
    const id = this.#idBytes();
    const attested = concat(new Uint8Array(16), [0, id.length], id, key);
    const data = await this.#authenticatorData(HAS_KEY, attested);
    const attestation = concat(
      [0xa3],
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), [0xa0]],
      ...[cborText('authData'), cborBytes(data)],
    );
    return this.#credential({
      clientDataJSON: toBase64Url(this.#clientData('webauthn.create', challenge)),
      attestationObject: toBase64Url(attestation),
      transports: ['internal', 'of a later standard'],
    });
  }

  /** What `navigator.credentials.get` gives for a challenge. */
  async get({ challenge }: { challenge: string }): Promise<string> {
    this.counter += 1;
    const data = await this.#authenticatorData(0);
    const client = this.#clientData('webauthn.get', challenge);
    const signed = concat(data, await sha256(client));
    const { privateKey } = await this.#keys;
    const name = { name: 'ECDSA', hash: 'SHA-256' };
    const raw = new Uint8Array(await crypto.subtle.sign(name, privateKey, signed));
    const halves = concat(derInteger(raw.slice(0, 32)), derInteger(raw.slice(32)));
    return this.#credential({
      clientDataJSON: toBase64Url(client),
      authenticatorData: toBase64Url(data),
      signature: toBase64Url(concat([0x30, halves.length], halves)),
    });
  }
}
