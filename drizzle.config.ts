import { defineConfig } from 'drizzle-kit';

// Accounts, keys and the ledger's mirror: the D1 binding DB. `npm run db:generate` writes the migrations.
export default defineConfig({
  dialect: 'sqlite',
  schema: [
    './src/store/schema.ts',
    './src/store/ledger-schema.ts',
    './src/store/webhook-schema.ts',
    './src/store/bulk-schema.ts',
    './src/store/audit-schema.ts',
    './src/store/monitor-schema.ts',
    './src/store/billing-schema.ts',
    './src/store/sign-in-schema.ts',
    './src/store/oauth-schema.ts',
  ],
  out: './migrations/db',
});
