/** Problems that need an administrator of the installation, the most urgent first. */
export const installationProblems = [
  'disk_read_only',
  'disk_low',
  'worker_away',
  'backup_failed',
  'backup_old',
  'backup_off',
  'backup_incomplete',
  'search_trouble',
  'mailboxes_broken',
  'sim_cards_broken',
  'messages_late',
  'messages_unknown',
  'tasks_failed',
  'system_mail_off',
] as const;
export type InstallationProblem = (typeof installationProblems)[number];
