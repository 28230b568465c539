/** What is noted. */
export const auditKinds = [
  'profile_viewed',
  'contacts_opened',
  'profile_erased',
  'exported',
  'message_sent',
  'mailing_launched',
  'acting_started',
  'acting_ended',
  'signed_in',
  'sign_in_failed',
  'user_created',
  'user_changed',
  'user_deleted',
  'token_created',
  'token_revoked',
  'company_created',
  'company_changed',
  'settings_changed',
] as const;
export const auditTargets = [
  'profile',
  'user',
  'company',
  'mailing',
  'vacancy',
  'sequence',
  'search',
  'enrichment',
  'audit',
  'settings',
] as const;
export type AuditTarget = (typeof auditTargets)[number];
