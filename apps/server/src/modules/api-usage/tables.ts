export type ApiUsageTables = {
  api_calls: {
    user_id: number;
    company_id: number;
    /** 'YYYY-MM-DD', in UTC. */
    day: string;
    resource: string;
    calls: number;
  };
  used_features: {
    user_id: number;
    part: (typeof systemParts)[number];
    company_id: number;
    last_on: string;
  };
};
import type { systemParts } from '@headwater/domain/system-parts';
