import type { ColumnType, Generated } from 'kysely';

export type CandidateTaskTables = {
  candidate_tasks: {
    id: Generated<number>;
    company_id: number;
    profile_id: number;
    candidate_id: number | null;
    title: string;
    due_on: string;
    due_time: string | null;
    remind_at: Date;
    reminded_at: Date | null;
    assignee_id: number;
    created_by: number;
    created_at: ColumnType<Date, Date, never>;
    done_at: Date | null;
    done_by: number | null;
  };
};
