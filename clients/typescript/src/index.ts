export {
  Bulk,
  BulkJobError,
  type BulkProduct,
  type BulkRow,
  type RunOptions,
  type WaitOptions,
} from './bulk.js';
export { type CallOptions, type ClientOptions, LookupApi } from './client.js';
export * from './errors.js';
export type { Operations } from './generated/operations.js';
export type * from './generated/types.js';
export { Pages } from './pages.js';
export { type VerifyOptions, verifyWebhook, type WebhookEvent } from './webhooks.js';
