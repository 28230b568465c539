import type { ColumnType, Generated } from 'kysely';
import type { LanguageLevel } from '@headwater/domain/query/language-levels';
import type { MessageKey } from '@headwater/contract/errors';
import type { SeenProfilesView } from '#modules/profiles/public.ts';
import type { Learnt } from './learning/fields.ts';

export interface RequiredLevel {
  code: string;
  level: LanguageLevel;
}

// Kysely requires an index signature, which only type aliases have.
export type AiSearchTables = SeenProfilesView & {
  ai_searches: {
    id: Generated<number>;
    company_id: number;
    user_id: number;
    folder_id: number | null;
    request: string;
    state: Generated<'processing' | 'found' | 'cancelled' | 'failed'>;
    run: Generated<number>;
    tries: Generated<number>;
    query: string | null;
    filters: string | null;
    levels: ColumnType<RequiredLevel[], string | undefined, string>;
    rest: Generated<string[]>;
    made_by: 'model' | 'reader' | 'person' | null;
    model_failed: Generated<boolean>;
    error: MessageKey | null;
    total: Generated<number>;
    pool: Generated<number[]>;
    ranked: Generated<number[]>;
    feedback_version: Generated<number>;
    trained_version: Generated<number>;
    feedback_at: Date | null;
    learned: ColumnType<{ prefers: Learnt[]; avoids: Learnt[] } | null, string | null | undefined, string | null>;
    created_at: Date;
  };
  ai_search_feedback: { search_id: number; company_id: number; profile_id: number; value: 'like' | 'dislike'; created_at: Date };
};
