import { type Core, defineContext } from './core.ts';
import type { Infrastructure } from './foundation.ts';
import { createTablePreviewer } from '#modules/profiles/import/public.ts';
import { deleteImportedTablesHandler } from '#modules/table-imports/delete-old.ts';
import { createImportJob } from '#modules/table-imports/job.ts';
import { createLocalCopies } from '#modules/table-imports/local-copy.ts';
import { systemClock } from '#platform/clock.ts';
import { removeOldTemporaryFolders } from '#platform/temporary-folder.ts';
import { tableImportRoutes } from '#modules/table-imports/routes.ts';

export const wireTableImports = (core: Core, { files, antivirus }: Pick<Infrastructure, 'files' | 'antivirus'>) => {
  const { database, clock, jobs, signing, exportTurns } = core;
  const previewer = createTablePreviewer();
  const copies = createLocalCopies({ database, files, clock });
  void removeOldTemporaryFolders(systemClock.now());
  const services = { files, antivirus, signing, copies, clock };
  const { job, close } = createImportJob(services);
  return defineContext({
    routes: { tableImports: tableImportRoutes({ ...services, database, jobs, job, previewer, exportTurns }) },
    jobs: [job],
    tasks: [deleteImportedTablesHandler({ database, clock, files })],
    mount: (app) =>
      void app.addHook('onClose', async () => {
        previewer.close();
        await close();
        await copies.close();
      }),
  });
};
