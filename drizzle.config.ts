import { defineConfig } from 'drizzle-kit';

// Accounts, keys and the ledger's mirror: the D1 binding DB. `npm run db:generate` writes the migrations.
export default defineConfig({
  dialect: 'sqlite',
  schema: [
    './src/accounts/schema.ts',
    './src/accounts/ledger/schema.ts',
    './src/webhooks/schema.ts',
    './src/bulk/schema.ts',
    './src/monitors/schema.ts',
    './src/billing/schema.ts',
  ],
  out: './migrations/db',
});
