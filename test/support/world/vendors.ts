import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FakeVendor } from './fake-vendor.ts';

type Exports = Readonly<Record<string, unknown>>;

const FOLDER = 'test/support/world/vendors';

/** Node reads the folder; the Worker's tests have none, so their bundler lists it (Vite). */
const fakes: readonly Exports[] =
  typeof navigator === 'object' && navigator.userAgent === 'Cloudflare-Workers'
    ? Object.values(import.meta.glob<Exports>('./vendors/*.ts', { eager: true }))
    : await Promise.all(
        readdirSync(FOLDER).map(
          (file) =>
            import(
              /* @vite-ignore */ pathToFileURL(resolve(FOLDER, file)).href
            ) as Promise<Exports>,
        ),
      );

const isFakeVendor = (value: unknown): value is FakeVendor =>
  typeof value === 'object' && value !== null && 'hosts' in value && 'cases' in value;

/** Every vendor of the fake world: what the files of `vendors/` export. */
export const VENDORS: readonly FakeVendor[] = fakes.flatMap((exports) =>
  Object.values(exports).filter(isFakeVendor),
);

/** The variables that turn on all but those that only add to an answer. */
export const VENDOR_VARS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...VENDORS.filter(({ onlyAdds }) => !onlyAdds).map(({ vars }) => vars),
);
