import { env } from 'cloudflare:workers';
import { createOrganization } from '../support/api.ts';
import { isDeployed } from '../support/deployment.ts';
import { seedAddresses } from '../support/seed-addresses.ts';
import { seedRecords } from '../support/seed-records.ts';

export interface ContractKeys {
  /** Answers sandbox inputs and costs nothing. */
  test: string;
  /** Of an account with credits; null where a deployment is checked without one. */
  live: string | null;
}

/** Fills the tables that the Worker here reads; a deployment has its own. */
export async function fillTables(): Promise<void> {
  if (isDeployed) return;
  await seedAddresses();
  await seedRecords();
}

/** Keys of the deployment that is checked, or of a new organization here. */
export async function contractKeys(): Promise<ContractKeys> {
  if (isDeployed) return { test: env.CONTRACT_KEY, live: env.CONTRACT_LIVE_KEY || null };
  const { sandbox, owner } = await createOrganization();
  return { test: sandbox, live: owner };
}
