/**
 * Why a backup was not made. `folder`: it cannot be written; `foreign`: it belongs to another
 * installation; `incomplete`: made, but stored files are missing; `unexpected`: see the log.
 */
export const backupFailureReasons = ['space', 'folder', 'foreign', 'incomplete', 'passphrase', 'unexpected'] as const;
export type BackupFailureReason = (typeof backupFailureReasons)[number];
