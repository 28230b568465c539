import { releaseVersion } from '../env.ts';
import { openFileStore, readSecretKeyText, storedFiles } from './adapters.ts';
import { type Core, defineContext } from './core.ts';
import { listInstallationAdmins } from '#modules/accounts/store/users.ts';
import type { BackupServices } from '#modules/backups/public.ts';
import { backupTasks } from '#modules/backups/tasks.ts';
import { raiseNotice } from '#modules/notices/public.ts';

const notifyOfFailure: BackupServices['notifyOfFailure'] = async (tx, { reason, now }) => {
  for (const { id: userId, company_id: companyId } of await listInstallationAdmins(tx)) {
    const about = { kind: 'installation', detail: reason } as const;
    await raiseNotice(tx, { companyId, userId, about, key: `backup ${now.toISOString().slice(0, 10)}`, now });
  }
};

export function wireBackups({ env, database, clock, log }: Core, { ownerUrl }: { ownerUrl: string | undefined }) {
  const settings = env.backups;
  if (!settings || ownerUrl === undefined) return defineContext({ routes: {} });
  const source = {
    url: ownerUrl,
    files: openFileStore(env),
    fileKeys: storedFiles,
    release: releaseVersion(),
    readSecretKeys: () => readSecretKeyText(env),
  };
  return defineContext({ routes: {}, tasks: backupTasks({ database, clock, log, settings, source, notifyOfFailure }) });
}
