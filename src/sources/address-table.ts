import { ApiError } from '../core/errors.ts';
import type { AddressRow, IpAddress } from '../core/ip/address.ts';
import type { Source } from '../core/lookup/source.ts';

/** The compiled address table joined with the loaded feeds. */
export const addressTable: Source<IpAddress, AddressRow> = {
  name: 'address_table',
  label: 'network_and_location_tables',
  kind: 'compiled',
  version: (world) => world.addresses.version(),
  available: () => true,
  async ask(address, world) {
    try {
      return await world.addresses.find(address);
    } catch (cause) {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The source address_table cannot be read.', {
        cause,
      });
    }
  },
};
