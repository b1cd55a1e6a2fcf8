import { DurableObject } from 'cloudflare:workers';
export class KeyGate extends DurableObject {}
export { CreditAccount } from './ledger/credit-account.ts';
export default { fetch: () => new Response('ok') };
