import { readUsAddress } from '../src/domain/place/us-address.ts';
for (const address of process.argv.slice(2)) { try { console.log(address, JSON.stringify(readUsAddress({ address, city: null, state: null, zip: null }))); } catch (e) { console.log(address, String(e)); } }
