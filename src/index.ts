import { DurableObject } from 'cloudflare:workers';
export class KeyGate extends DurableObject {}
export class CreditAccount extends DurableObject {}
export default { fetch: () => new Response('ok') };
