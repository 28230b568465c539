import type { FitVerdict } from '@headwater/domain/vacancies/fit-verdicts';
import type { ColumnType, Generated } from 'kysely';

export type FitNoteTables = {
  fit_notes: {
    id: Generated<number>;
    company_id: number;
    profile_id: number;
    verdict: FitVerdict;
    text: string;
    vacancy_id: number | null;
    created_by: ColumnType<number, number, never>;
    created_at: ColumnType<Date, Date, never>;
    updated_at: Date;
  };
};
