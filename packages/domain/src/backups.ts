/** Why a backup was not made. `folder`: it cannot be written; `unexpected`: the log has the reason. */
export const backupFailureReasons = ['space', 'folder', 'passphrase', 'unexpected'] as const;
export type BackupFailureReason = (typeof backupFailureReasons)[number];
