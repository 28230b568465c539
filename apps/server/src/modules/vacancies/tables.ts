import type { ColumnType, Generated } from 'kysely';
import type { Currency } from '@headwater/domain/vacancies/terms';
import type { UserTables } from '#modules/accounts/public.ts';
import type { ProfileTables, SeenProfilesView } from '#modules/profiles/public.ts';
import type { StatusTables } from '#modules/statuses/public.ts';

type Made = ColumnType<Date, Date, never>;
type HistoryAction = 'added' | 'status' | 'moved' | 'copied' | 'removed' | 'undone';
/** CAND-005. */
export interface StoredSearch {
  q: string;
  f: string;
}

export type VacancyTables = UserTables &
  Pick<StatusTables, 'candidate_statuses' | 'rejection_reasons'> &
  Pick<ProfileTables, 'profile_views'> &
  SeenProfilesView & {
    vacancies: {
      id: Generated<number>;
      company_id: number;
      created_by: number;
      name: string;
      company_name: Generated<string>;
      description: Generated<string>;
      status: Generated<'active' | 'closed'>;
      access_type: Generated<'public' | 'private'>;
      location: Generated<string>;
      salary_from: number | null;
      salary_to: number | null;
      salary_currency: Currency | null;
      headcount: number | null;
      deadline: ColumnType<string | null, string | null, string | null>;
      status_ids: number[];
      created_at: Made;
      updated_at: Date;
      deleted_at: Date | null;
      deleted_by_job: number | null;
    };
    vacancy_members: {
      company_id: number;
      vacancy_id: number;
      user_id: number;
      kind: 'assignee' | 'granted';
      /** Active vacancies of the hiring manager before the deletion, including restorable ones. */
      active_count_before: Generated<number | null>;
    };
    candidates: {
      id: Generated<number>;
      company_id: number;
      vacancy_id: number;
      profile_id: number;
      status_id: number;
      rejection_reason_id: number | null;
      created_by: number;
      search_query: ColumnType<StoredSearch | null, string | null, string | null>;
      created_at: Made;
      updated_at: Date;
      deleted_at: Date | null;
      keeps_messaging: Generated<boolean>;
    };
    candidate_history: {
      id: Generated<number>;
      company_id: number;
      candidate_id: number;
      user_id: number;
      job_id: number | null;
      action: HistoryAction;
      from_status_id: number | null;
      to_status_id: number | null;
      from_vacancy_id: number | null;
      to_vacancy_id: number | null;
      from_candidate_id: number | null;
      from_updated_at: Date | null;
      reason_id: number | null;
      from_reason_id: number | null;
      at: Date;
    };
    comments: {
      id: Generated<number>;
      company_id: number;
      profile_id: number;
      candidate_id: number | null;
      text: string;
      created_by: number;
      created_at: Made;
      updated_at: Date;
      moved_by_job: number | null;
      moved_from: number | null;
    };
    ats_folders: { id: Generated<number>; company_id: number; ats_type: string; external_id: string; name: string };
  };
