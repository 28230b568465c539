import type { ColumnType, Generated } from 'kysely';

type Made = ColumnType<Date, Date, never>;
export type HistoryAction = 'added' | 'status' | 'moved' | 'copied' | 'removed' | 'undone';
/** CAND-005. */
export interface StoredSearch {
  q: string;
  f: string;
}

// A type alias, as Kysely wants an index signature. The last four belong to other modules and are only read.
export type VacancyTables = {
  vacancies: {
    id: Generated<number>;
    company_id: number;
    created_by: number;
    name: string;
    company_name: Generated<string>;
    description: Generated<string>;
    status: Generated<'active' | 'closed'>;
    access_type: Generated<'public' | 'private'>;
    status_ids: number[];
    created_at: Made;
    updated_at: Date;
    deleted_at: Date | null;
    deleted_by_job: number | null;
  };
  vacancy_members: { company_id: number; vacancy_id: number; user_id: number; kind: 'assignee' | 'granted' };
  candidates: {
    id: Generated<number>;
    company_id: number;
    vacancy_id: number;
    profile_id: number;
    status_id: number;
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
  users: { id: number; first_name: string; last_name: string; role: string; is_active: boolean };
  candidate_statuses: {
    id: number;
    name: string;
    is_default: boolean;
    color: number;
    is_active: boolean;
    position: number;
    deleted_at: Date | null;
  };
  profiles: { id: number; data: unknown; deleted_at: Date | null };
  profile_views: { profile_id: number; company_id: number };
};
