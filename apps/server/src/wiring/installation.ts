import { releaseVersion } from '../env.ts';
import { openFileStore, readSecretKeyText, storedFiles } from './adapters.ts';
import { type Core, defineContext } from './core.ts';
import { listInstallationAdmins } from '#modules/accounts/store/users.ts';
import type { BackupServices } from '#modules/backups/public.ts';
import { backupTasks } from '#modules/backups/tasks.ts';
import { installationRoutes } from '#modules/monitoring/routes.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { companyExportRoutes } from '#modules/company-exports/routes.ts';
import { companyExportTasks } from '#modules/company-exports/tasks.ts';
import type { SearchService } from '#modules/search/public.ts';
import type { FileStore } from '#platform/files/store.ts';

const notifyOfFailure: BackupServices['notifyOfFailure'] = async (tx, { reason, now }) => {
  for (const { id: userId, company_id: companyId } of await listInstallationAdmins(tx)) {
    const about = { kind: 'installation', detail: reason } as const;
    await raiseNotice(tx, { companyId, userId, about, key: `backup ${now.toISOString().slice(0, 10)}`, now });
  }
};

interface InstallationNeeds {
  ownerUrl: string | undefined;
  files: FileStore;
  search: SearchService;
  smtpUrl: string | undefined;
}

function tasksOf({ env, database, clock, log }: Core, ownerUrl: string | undefined) {
  const settings = env.backups;
  if (!settings || ownerUrl === undefined) return [];
  const source = {
    url: ownerUrl,
    files: openFileStore(env),
    fileKeys: storedFiles,
    release: releaseVersion(),
    readSecretKeys: () => readSecretKeyText(env),
  };
  return backupTasks({ database, clock, log, settings, source, notifyOfFailure });
}

export function wireInstallation(core: Core, { ownerUrl, files, search, smtpUrl }: InstallationNeeds) {
  const { env, database, clock } = core;
  const services = {
    database,
    clock,
    search,
    engine: env.openSearch?.isSearched ? 'opensearch' : 'embedded',
    dataDir: env.dataDir,
    release: releaseVersion(),
    backups: env.backups,
    sendsSystemMail: smtpUrl !== undefined,
  } as const;
  return defineContext({
    routes: { installation: installationRoutes(services), companyExports: companyExportRoutes({ ...core, files }) },
    tasks: [...tasksOf(core, ownerUrl), ...companyExportTasks({ ...core, files, release: releaseVersion() })],
  });
}
