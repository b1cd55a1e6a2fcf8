import type { BulkPorts } from './ports.ts';
import { runChunk } from './run-chunk.ts';

/**
 * Ends a chunk whose message has failed too often. What an attempt had found already is paid and published; all
 * other rows fail and cost nothing.
 */
export const failDeadChunk = (
  request: { jobId: string; chunk: number },
  ports: BulkPorts,
): Promise<void> => runChunk(request, ports, null);
