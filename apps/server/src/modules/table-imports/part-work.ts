import type { Actor } from '@headwater/domain/roles';
import type { RowReader, TableRow } from '#modules/profiles/import/public.ts';
import type { ImportOptions } from './tables.ts';

export interface PartWork {
  rows: readonly TableRow[];
  options: ImportOptions;
  reader: RowReader;
  actor: Actor;
  jobId: number;
  now: Date;
}
