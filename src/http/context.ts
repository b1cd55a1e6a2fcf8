import type { Caller } from '../core/account/caller.ts';

/** What middleware leaves for handlers. */
export interface AppEnv {
  Variables: {
    requestId: string;
    /** Milliseconds since the epoch, when the request arrived. */
    startedAt: number;
    caller: Caller;
    /** Id of the organization that this request made. */
    madeOrganization?: string;
  };
}
