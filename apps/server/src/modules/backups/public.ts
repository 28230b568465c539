export type { BackupServices, BackupSettings } from './make-backup.ts';
export { readBackups } from './store.ts';
export { enqueueBackup, forgetBackupsOfOriginal, isBackupRunning } from './tasks.ts';
