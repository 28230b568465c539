import { allToolFeatures } from '@headwater/domain/ats/tools';
import { allAtsFeatures } from '@headwater/domain/ats/vendors';
import type { CompanyFeatures } from '../tables.ts';

/** Features of the first company (ADR 93). Filters by gender and age stay off. */
const standardFeatures: CompanyFeatures = {
  has_ats: true,
  ...allAtsFeatures,
  ...allToolFeatures,
  has_messaging: true,
  has_sequences: true,
  has_gpt: true,
  enable_mltr: true,
  comment_days_filter: true,
  remote_filter: true,
  activity_filters: true,
};

/** The installation has no staff who could raise the limits of its first company. */
export const firstCompany = { features: standardFeatures, limitsHiringManagers: false } as const;
