import { UnusableInput } from '../core/inputs.ts';
import { foldCompanyName } from '../core/places/place-name.ts';

/** "CELLULAR SOUTH, INC. - MS": numbering registries add the state a company holds numbers in. */
const STATE = / - [A-Z]{2}$/i;

/**
 * The words by which a carrier is found again, joined: "Cellular South, Inc." and "CELLULAR SOUTH
 * INC - MS" are one name, T-Mobile USA and T-Mobile US another.
 * @returns '' for a text that is no name
 */
export function bareNetworkName(name: string): string {
  try {
    return foldCompanyName(name.trim().replace(STATE, ''))
      .replace(/\busa\b/g, 'us')
      .replaceAll(' ', '');
  } catch (error) {
    if (error instanceof UnusableInput) return '';
    throw error;
  }
}

/** The names within a registered name: "X INC. DBA Y" is known as X and as Y. */
export function namesOfCarrier(carrier: string): string[] {
  const names = carrier.split(/\s(?:d\/?b\/?a|f\/?k\/?a)\s/i).map(bareNetworkName);
  return names.filter((name) => name !== '');
}
