// What `cloudflare:workers` and the tests know of the Worker. A file of its own that nothing imports:
// the entry module imports the bindings.
import type { Bindings } from '../src/env.ts';

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
    interface GlobalProps {
      mainModule: typeof import('../src/index.ts');
      durableNamespaces: 'Account' | 'BulkJob' | 'MetricsObject' | 'MonitorObject' | 'RateLimiter';
    }
  }
}
