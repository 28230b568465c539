import type { Generated, GeneratedAlways } from 'kysely';
import type { SendState } from '@headwater/contract/ats';

export type SendStep = 'create' | 'job' | 'attach' | 'note';

// Kysely requires an index signature, which only type aliases have.
export type AtsTables = {
  ats_links: {
    id: GeneratedAlways<number>;
    company_id: number;
    profile_id: number;
    integration: string;
    account_id: string;
    person_id: string;
    person_name: string;
    url: string | null;
    has_updates: Generated<boolean>;
    resume_id: number | null;
    created_by: number | null;
    created_at: Date;
    pushed_at: Date;
    read_at: Date | null;
    deleted_at: Date | null;
  };
  ats_applications: {
    company_id: number;
    link_id: number;
    application_id: string;
    job_id: string | null;
    job_title: string | null;
    status: string;
    stage: string | null;
    is_own: Generated<boolean>;
  };
  ats_sends: {
    company_id: number;
    job_id: number;
    profile_id: number;
    state: Generated<SendState>;
    step: SendStep | null;
    attempts: Generated<number>;
    failure: string | null;
    reason: string | null;
    link_id: number | null;
  };
};
