import type { ReviewDecision } from '@headwater/domain/vacancies/shortlists';
import type { ColumnType, Generated } from 'kysely';
import type { UserTables } from '#modules/accounts/public.ts';

export type ShortlistTables = Pick<UserTables, 'users'> & {
  shortlisted_candidates: {
    candidate_id: number;
    company_id: number;
    added_by: number | null;
    added_at: ColumnType<Date, Date, never>;
  };
  shortlist_links: {
    id: Generated<number>;
    company_id: number;
    vacancy_id: number;
    reviewer: string;
    token_hash: Buffer;
    created_by: number | null;
    created_at: ColumnType<Date, Date, never>;
    expires_at: Date;
    revoked_at: Date | null;
    opened_count: Generated<number>;
    opened_at: Date | null;
  };
  shortlist_reviews: {
    id: Generated<number>;
    company_id: number;
    candidate_id: number;
    user_id: number | null;
    link_id: number | null;
    decision: ReviewDecision;
    comment: Generated<string>;
    reviewed_at: Date;
  };
};
