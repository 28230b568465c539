export type { BackupServices } from './make-backup.ts';
