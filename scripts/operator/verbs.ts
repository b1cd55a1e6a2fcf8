import { CUSTOMER_VERBS } from './customer-verbs.ts';
import { RECOVERY_VERBS } from './recovery-verbs.ts';
import { SERVICE_VERBS } from './service-verbs.ts';
import type { Verbs } from './verb.ts';

export const VERBS: Verbs = { ...CUSTOMER_VERBS, ...SERVICE_VERBS, ...RECOVERY_VERBS };
