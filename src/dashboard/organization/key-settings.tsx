import * as z from 'zod';
import { type ListedKey, MAX_KEY_CIDRS } from '../../accounts/api-keys.ts';
import { normalizeCidr } from '../../domain/ip/cidr.ts';
import { MAX_NAME_CHARS } from '../../lib/text.ts';
import { DAY_MS, utcDay } from '../../lib/time.ts';
import type { KeySettings } from '../../lookup/account/account.ts';
import type { ProductFamily } from '../../lookup/product.ts';
import { CheckBox, Field, TextArea } from '../form/form.tsx';
import { type FormState, fieldError, formFields, storedForm } from '../form/form-state.ts';
import { formatCredits, humanize } from '../layout/format.tsx';

const productField = (type: string) => `product.${type}`;

/** Fields of a key's settings. @param families products that the key can be limited to */
export const keySettingFields = (families: readonly ProductFamily[]) => ({
  name: formFields.name,
  expires: z.union([z.literal(''), z.iso.date()]).default(''),
  networks: z.string().max(10_000).default(''),
  credits_per_day: z
    .string()
    .trim()
    .refine((typed) => /^\d{0,12}$/.test(typed), 'must be a whole number of credits, or empty')
    .default(''),
  ...(Object.fromEntries(
    families.flatMap(({ products }) =>
      products.map(({ type }) => [productField(type), z.string().default('')]),
    ),
  ) as Record<`product.${string}`, z.ZodDefault<z.ZodString>>),
});

function parseNetworks(text: string): readonly string[] | null {
  const sent = text.split(/[\s,;]+/).filter((each) => each !== '');
  if (sent.length > MAX_KEY_CIDRS)
    throw fieldError('networks', `must be at most ${MAX_KEY_CIDRS} networks`);
  const networks = sent.map((each) => {
    try {
      return normalizeCidr(each);
    } catch {
      throw fieldError('networks', `${each} is not an address or a network in CIDR form`);
    }
  });
  return networks.length === 0 ? null : [...new Set(networks)];
}

/** ISO 8601 has four digits for a year. */
const LAST_EXPIRY = Date.UTC(9999, 11, 31);

/** Last day on which a key is valid, also if it ends at midnight. */
export const lastDay = (expiresAt: number): string => utcDay(expiresAt - 1);

/**
 * Parses the settings of a form.
 * @param key key to change; if its last day is unchanged, so is the time of its expiry
 * @throws ApiError INVALID_INPUT (`expires`, `networks`)
 */
export function parseKeySettings(
  form: Record<'name' | 'expires' | 'networks' | 'credits_per_day', string> &
    Record<string, string>,
  { now, key = null }: { now: number; key?: KeySettings | null },
): KeySettings {
  const { name, expires, networks, credits_per_day: credits } = form;
  const kept = key?.expiresAt ?? null;
  const isKept = kept !== null && lastDay(kept) === expires;
  const expiresAt = expires === '' ? null : isKept ? kept : Date.parse(expires) + DAY_MS;
  if (expiresAt !== null && expiresAt <= now) throw fieldError('expires', 'is in the past');
  if (expiresAt !== null && expiresAt > LAST_EXPIRY)
    throw fieldError('expires', 'must be before 9999-12-31, or empty');
  const scopes = Object.entries(form)
    .filter(([field, value]) => field.startsWith('product.') && value === 'on')
    .map(([field]) => field.slice('product.'.length));
  const ipAllow = parseNetworks(networks);
  const creditsPerDay = credits === '' ? null : Number(credits);
  return { name, expiresAt, scopes: scopes.length === 0 ? null : scopes, ipAllow, creditsPerDay };
}

export const keySettingsForm = ({
  name,
  expiresAt,
  scopes,
  ipAllow,
  creditsPerDay,
}: ListedKey): FormState =>
  storedForm({
    name,
    expires: expiresAt === null ? '' : lastDay(expiresAt),
    networks: ipAllow?.join('\n') ?? '',
    credits_per_day: creditsPerDay === null ? '' : String(creditsPerDay),
    ...Object.fromEntries(scopes?.map((type) => [productField(type), 'on']) ?? []),
  });

/** Short description of a key's limits. */
export const limitsLabel = ({ scopes, ipAllow, creditsPerDay }: KeySettings): string => {
  const limits = [
    ...(scopes
      ? [scopes.length > 3 ? `${scopes.length} products` : scopes.map(humanize).join(', ')]
      : []),
    ...(ipAllow ? [ipAllow.length > 1 ? `${ipAllow.length} networks` : `${ipAllow[0]}`] : []),
  ];
  if (creditsPerDay !== null) limits.push(`${formatCredits(creditsPerDay)} per day`);
  return limits.join('; ') || 'None';
};

export const KeySettingControls = ({ families }: { families: readonly ProductFamily[] }) => (
  <>
    <Field name="name" required maxlength={MAX_NAME_CHARS} hint="What the key is for." />
    <Field
      name="expires"
      type="date"
      hint="Leave empty for a key that never expires. Otherwise it expires at the end of the day, UTC."
    />
    <TextArea
      name="networks"
      rows={2}
      hint="Addresses or networks from which the key may be used, such as 192.0.2.0/24, one per line. Leave empty for any."
    />
    <Field
      name="credits_per_day"
      inputmode="numeric"
      maxlength={12}
      hint="The most credits it can spend in a day, until midnight UTC. Leave empty for no limit."
    />
    <details class="aside">
      <summary>Products</summary>
      <p class="hint">None selected: every product, including future ones.</p>
      {families.map(({ name, products }) => (
        <fieldset>
          <legend>{name}</legend>
          {products.map(({ type }) => (
            <CheckBox name={productField(type)} label={humanize(type)} />
          ))}
        </fieldset>
      ))}
    </details>
  </>
);
