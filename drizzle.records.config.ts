import { defineConfig } from 'drizzle-kit';

// The operator's imported files: the D1 binding RECORDS.
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/lookup/records/schema.ts',
  out: './migrations/records',
});
