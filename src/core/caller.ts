import type { Region } from './regions.ts';

export type KeyMode = 'live' | 'test';

/** Who is calling, as the key says. A key belongs to an organization; its creator is "you". */
export interface Caller {
  keyId: string;
  organizationId: string;
  /** Where the organization's objects are. */
  region: Region;
  userId: string;
  mode: KeyMode;
}
