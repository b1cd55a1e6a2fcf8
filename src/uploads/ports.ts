import type { Rooms } from '../core/account/ceilings.ts';
import type { Clock } from '../core/ports.ts';
import type { UploadFiles } from '../store/uploads.ts';

/** What the verbs of this folder reach. */
export interface UploadPorts {
  files: UploadFiles;
  rooms: Rooms;
  clock: Clock;
  newUuid(): string;
}
