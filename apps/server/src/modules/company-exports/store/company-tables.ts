/** Rows that an export of a company has (OPS-006). A test compares the list with the database. */

/** A table of ids, or one per value of another column. */
export type Reference = string | { by: string; tables: Readonly<Record<string, string>> };

export interface ExportedTable {
  /** Exported rows of the company, as SQL about `t`. Rows about people who are not exported are left out in any case. */
  where?: string;
  /** Secrets and state of this installation, with the SQL of the value that an import writes. */
  omitted?: Readonly<Record<string, string>>;
  /** Changed values of an export, as SQL about `t`. */
  values?: Readonly<Record<string, string>>;
  /** Changed values of an import, as SQL about the row `r`. */
  imported?: Readonly<Record<string, string>>;
  /** References without a foreign key. Ids without a row become null, and leave arrays. */
  references?: Readonly<Record<string, Reference>>;
}

const nothing: ExportedTable = {};

export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  companies: {
    omitted: {
      huntflow_webhook: `''`,
      huntflow_token_sealed: 'null',
      account_manager_id: 'null',
      deleted_at: 'null',
      active_before_deletion: 'null',
      demo_end_email_at: 'null',
      // Notes of staff.
      details: `'{}'`,
      gift_credit_size: '0',
    },
  },
  departments: nothing,
  user_groups: nothing,
  users: {
    omitted: {
      password_hash: 'null',
      password_emailed_at: 'null',
      holds_staff_rights: 'false',
      is_address_pending: 'lower(r.email) in (select address from taken_addresses)',
      is_address_released: 'false',
      moved_to: 'null',
    },
    // Staff run an installation, not a company.
    imported: {
      role: `case when r.role in ('worker', 'admin', 'admin_without_search', 'hm') then r.role else 'admin' end`,
      is_activated: 'r.is_activated and lower(r.email) not in (select address from taken_addresses)',
    },
    values: { is_active: 't.is_active and t.moved_to is null' },
  },
  company_quotas: nothing,
  credit_transactions: nothing,
  files: {
    where: `t.company_id is not null and t.attached_to is distinct from 'export'
      and (t.attached_to is distinct from 'profile' or t.attached_id in (select id from exported_people))`,
    omitted: {
      person_fingerprints: 'null',
      // A lost file has a key without bytes.
      store_key: `coalesce((select store_key from stored_files where old = r.id), 'no/' || gen_random_uuid())`,
    },
    references: { attached_id: { by: 'attached_to', tables: { profile: 'profiles', telegram: 'telegram_dialogs' } } },
  },
  status_collections: nothing,
  candidate_statuses: nothing,
  rejection_reasons: nothing,
  statistics_settings: nothing,
  statistics_left_out_groups: nothing,
  statistics_views: { where: 't.shown_company_id = t.company_id', omitted: { shown_company_id: 'headwater_company()' } },
  statistics_alerts: { where: 't.shown_company_id = t.company_id', omitted: { shown_company_id: 'headwater_company()' } },
  notice_settings: nothing,
  retention_rules: nothing,
  audit_retention: nothing,
  table_mappings: nothing,

  profiles: { where: 't.id in (select id from exported_people)' },
  profile_fragments: nothing,
  profile_overlays: nothing,
  profile_contacts: {
    // Closed contacts of the common base stay there (ADR 94); an own contact replaces its twin.
    where: `t.company_id is not null or exists (select from contact_openings as opening where opening.profile_id = t.profile_id)
      and not exists (select from profile_contacts as own where own.profile_id = t.profile_id and own.type = t.type
        and own.normalized = t.normalized and own.company_id is not null)`,
  },
  profile_merges: { omitted: { moved: `'[]'` } },
  contact_checks: nothing,
  contact_openings: nothing,
  profile_views: nothing,
  tags: nothing,
  profile_tags: nothing,
  duplicate_dismissals: { references: { contacts: 'profile_contacts' } },
  erased_fingerprints: { where: 't.company_id is not null' },

  vacancies: { omitted: { deleted_by_job: 'null' }, references: { status_ids: 'candidate_statuses' } },
  vacancy_members: nothing,
  vacancy_descriptions: { where: `t.progress = 'done'` },
  candidates: nothing,
  candidate_history: nothing,
  candidate_tasks: nothing,
  comments: { omitted: { moved_by_job: 'null', moved_from: 'null' } },
  fit_notes: nothing,
  shortlisted_candidates: nothing,
  shortlist_links: { omitted: { token_hash: `sha256(gen_random_uuid()::text::bytea)`, revoked_at: 'now()' } },
  shortlist_reviews: nothing,
  ats_folders: nothing,
  ats_links: { references: { resume_id: 'files' } },
  ats_applications: nothing,

  search_queries: { references: { folder_id: 'vacancies' } },
  search_history: { references: { folder_id: 'vacancies' } },
  profile_listings: {
    where: 't.folder_id is null or t.folder_id in (select id from vacancies)',
    references: { folder_id: 'vacancies' },
  },
  // Seen people are numbers of the search index.
  saved_queries: { omitted: { seen: 'null', alert_found: 'null', alert_seen: 'null', alert_day: 'null', alert_failed: 'false' } },
  smart_folders: nothing,

  company_messaging_settings: nothing,
  messaging_settings: nothing,
  sending_limits: nothing,
  mailbox_limits: nothing,
  mailboxes: {
    omitted: {
      secret: `''`,
      access_number: '0',
      state: `'disconnected'`,
      failure: 'null',
      cursor: 'null',
      paused_until: 'null',
      paused_reason: 'null',
      disconnected_at: 'now()',
      read_at: 'null',
    },
  },
  suppressions: { references: { message_id: 'messages' } },
  mailing_templates: nothing,
  mailing_template_files: nothing,
  mailings: {
    omitted: { undo_until: 'null' },
    references: { folder_id: 'vacancies', after_launch_status_id: 'candidate_statuses' },
  },
  mailing_steps: { references: { template_id: 'mailing_templates' } },
  mailing_files: { references: { file_id: 'files' } },
  mailing_recipients: {
    // The address of others is a closed contact.
    where: `not t.email_needs_opening or exists (select from contact_openings as opening where opening.profile_id = t.profile_id)
      or exists (select from messages as sent where sent.recipient_id = t.id)`,
    references: { candidate_id: 'candidates' },
    // The former installation may have sent messages after the export.
    imported: { must_check_sent: 'r.must_check_sent or r.launched_at is not null' },
  },
  mailing_drafts: nothing,
  mailing_launches: { references: { after_launch_status_id: 'candidate_statuses' }, omitted: { steps: `'[]'` } },
  mailing_launch_recipients: { references: { recipient_id: 'mailing_recipients' } },
  messages: {
    // A launch plans the messages of a mailing again. The first attempt of a resent one may have arrived.
    where: `t.recipient_id is null or t.state not in ('planned', 'claimed') or t.resent`,
    omitted: { lease_until: 'null', claimed_by: 'null', file_due_at: 'null' },
    // The former installation may send them.
    imported: {
      state: `case when r.state in ('planned', 'claimed', 'handed_over') then 'unknown' else r.state end`,
      // Later messages get greater positions from the sequence of ids.
      position: `case when r.position is not null then (select new from new_ids where table_name = 'messages' and old = r.id) end`,
      file_state: `case when r.file_state = 'loading' then 'failed' else r.file_state end`,
    },
  },
  message_events: nothing,
  tracking_events: { omitted: { source: `''` } },
  incoming_messages: nothing,
  unread_conversations: nothing,
  set_aside_conversations: nothing,
  assigned_conversations: nothing,
  telegram_accounts: {
    omitted: {
      session: `''`,
      session_number: '0',
      state: `'signed_out'`,
      failure: 'null',
      soft_ban_until: 'null',
      flood_wait_until: 'null',
      next_dialog_at: 'null',
      lease_holder: 'null',
      lease_until: 'null',
      is_online: 'false',
      processed_pts: 'null',
      next_lookup_at: 'null',
      next_mailing_at: 'null',
      frozen_since: 'null',
    },
  },
  telegram_managers: nothing,
  telegram_dialogs: { references: { last_message_id: 'messages', no_answer_needed_up_to: 'messages' } },
  telegram_unlinked_profiles: nothing,
  telegram_message_versions: nothing,
  telegram_drafts: nothing,
};

const secret = 'sign-ins, tokens and passwords are set up again';
const connected = 'connected systems are connected again';
const derived = 'computed again from exported rows';
const work = 'progress of work in this installation, and its undo';
const ofInstallation = 'is about this installation';
const of = (reason: string, ...tables: string[]) => Object.fromEntries(tables.map((table) => [table, reason]));

/** Tables with rows of companies that stay here, with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  ...of(secret, 'address_restores', 'authenticators', 'invitations', 'known_devices', 'one_time_tokens', 'passkeys', 'push_subscriptions'),
  ...of(secret, 'api_tokens', 'profile_links', 'recovery_codes', 'sessions', 'social_identities', 'telegram_sign_ins'),
  ...of(connected, 'connections', 'webhook_events', 'scim_groups', 'scim_members', 'scim_tokens', 'scim_users'),
  ...of(connected, 'sso_configurations', 'sso_confirmations', 'sso_domain_checks', 'sso_domain_records', 'sso_domains', 'sso_identities'),
  ...of(connected, 'sso_settings', 'sso_sign_ins'),
  ...of(derived, 'duplicate_keys', 'duplicate_pairs', 'duplicate_views', 'profile_link_keys', 'telegram_message_words'),
  ...of(derived, 'statistics_candidacies', 'statistics_message_facts', 'statistics_names'),
  ...of(derived, 'statistics_pending', 'statistics_pipeline_facts', 'statistics_search_facts'),
  ...of(derived, 'statistics_slots', 'statistics_sums'),
  ...of(work, 'ai_search_feedback', 'ai_searches', 'ats_erasures', 'ats_imports', 'ats_sends', 'company_exports', 'enrichment_parts'),
  ...of(work, 'enrichment_requests', 'erasures', 'imports', 'jobs', 'llm_mailings', 'message_generations', 'reading_attempts'),
  ...of(work, 'sent_copies', 'table_import_parts', 'table_import_pieces', 'table_imports', 'tag_changes', 'unreadable_messages'),
  ...of(ofInstallation, 'api_calls', 'audit_entries', 'company_links', 'contact_guesses', 'notices', 'profile_reports'),
  ...of(ofInstallation, 'system_notification_statuses', 'telegram_erased_dialogs', 'usage_events', 'used_features'),
};
