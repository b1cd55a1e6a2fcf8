import { UnusableInput } from '../inputs.ts';
import { parseEmailAddress } from './address.ts';

/**
 * An email address as whole files spell it: lower case, the local part too (hosts that tell cases
 * apart are not met in practice), domain in A-labels. Tags (`+news`) stay: only some hosts ignore
 * them.
 * @throws UnusableInput for what no mail server would accept
 */
export function emailKey(text: string): string {
  const address = parseEmailAddress(text.trim());
  if (address.fault !== null) throw new UnusableInput('is not an email address');
  return address.text.toLowerCase();
}
