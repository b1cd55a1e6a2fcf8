import { createApp } from './http/app.ts';
import { log } from './http/log.ts';
import { services } from './services.ts';

export { KeyGate } from './access/key-gate.ts';
export { CreditAccount } from './ledger/credit-account.ts';

const app = createApp(services.app);

export default {
  fetch: app.fetch,

  /** Runs every periodic task; one that fails does not keep the others from running. */
  async scheduled() {
    await Promise.all(
      Object.entries(services.tasks).map(([task, run]) => run().catch((cause) => log('error', 'periodic task failed', { task, cause }))),
    );
  },
} satisfies ExportedHandler;
