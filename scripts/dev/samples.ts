import { readdir, readFile } from 'node:fs/promises';
import { exchange } from '../operator/exchange.ts';

const DIRECTORY = 'scripts/samples';
const SOURCE = 'sample';

interface Listed {
  datasets: { name: string; rows: number }[];
}

/**
 * Fills the record data sets that hold nothing with the fictional samples, through the running
 * service.
 */
export async function importSamples(baseUrl: string, token: string): Promise<void> {
  const connection = { baseUrl, token };
  const { datasets } = (await exchange(
    { method: 'GET', path: '/records' },
    connection,
    undefined,
  )) as Listed;
  const files = await readdir(DIRECTORY);
  for (const { name, rows } of datasets) {
    if (rows > 0 || !files.includes(`${name}.csv`)) continue;
    const content = {
      contentType: 'text/csv',
      body: await readFile(`${DIRECTORY}/${name}.csv`, 'utf8'),
    };
    try {
      await exchange(
        { method: 'PUT', path: `/records/${name}?source=${SOURCE}` },
        connection,
        content,
      );
    } catch (error) {
      // A lost list of suppressed people is restored, not begun anew.
      if (name !== 'suppressed_people') throw error;
      console.error(`${name}: ${(error as Error).message}`);
    }
  }
}
