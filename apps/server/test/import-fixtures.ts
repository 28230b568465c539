import { type ImportReport, importCompany } from '../src/modules/company-exports/import/import-company.ts';
import { stopMailingsOf } from '../src/modules/messaging/campaigns/launch/launch.ts';
import { localFiles } from '../src/platform/files/local.ts';
import type { Installation } from './installation.ts';

/** Imports as the command does. */
export function importInto({ application, filesFolder, ...here }: Installation, path: string): Promise<ImportReport> {
  const services = { ...here, database: application.database, files: localFiles(filesFolder), stopMailings: stopMailingsOf };
  return importCompany(services, path);
}
