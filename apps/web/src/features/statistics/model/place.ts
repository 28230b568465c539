import type { Section } from '@headwater/domain/statistics/metrics';

/** Place of a page of statistics: own numbers, the own company, or a company of staff. */
export interface Place {
  /** '/statistics', '/company/statistics', '/companies/7/statistics' */
  base: string;
  company: number;
  scope: 'own' | 'company';
}

export interface SectionPlace extends Place {
  section: Section;
}
