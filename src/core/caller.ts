export type KeyMode = 'live' | 'test';

/** Who is calling, as the key says. A key belongs to an organization; its creator is "you" for billing. */
export interface Caller {
  keyId: string;
  organizationId: string;
  userId: string;
  mode: KeyMode;
}
