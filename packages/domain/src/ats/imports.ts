import type { CompanySwitches } from '../companies/switches.ts';
import { atsVendors, isAtsVendor } from './vendors.ts';

/** Fields of the import forms. */
export const importFields = [
  'email',
  'client_id',
  'client_secret',
  'access_token',
  'api_key',
  'connection_link',
  'huntflow_premier',
  'huntflow_api_url',
] as const;
export type ImportField = (typeof importFields)[number];

export interface AtsImport {
  /** Name of the product, the same in all languages. */
  title: string;
  fields: readonly ImportField[];
  /** COMP-028. Null: open to every company. */
  feature: keyof CompanySwitches | null;
  /** Prefix of external ids, shared with tables of the same system. */
  origin: 'greenhouse' | 'smartrecruiters' | 'huntflow';
}

/** ATS-010 */
export const atsImports = {
  greenhouse_import: {
    title: 'Greenhouse',
    fields: ['email', 'client_id', 'client_secret'],
    feature: 'integrates_greenhouse',
    origin: 'greenhouse',
  },
  smartrecruiters_import: {
    title: 'SmartRecruiters',
    fields: ['api_key'],
    feature: 'integrates_smartrecruiters',
    origin: 'smartrecruiters',
  },
  huntflow_import: {
    title: 'Huntflow',
    fields: ['connection_link', 'huntflow_premier', 'huntflow_api_url'],
    feature: null,
    origin: 'huntflow',
  },
} as const satisfies Record<string, AtsImport>;

export type AtsImportName = keyof typeof atsImports;
export const atsImportNames = Object.keys(atsImports) as AtsImportName[];

/** Name of a system that has links to people. */
export const atsSystemTitle = (integration: string): string =>
  isAtsVendor(integration)
    ? atsVendors[integration].title
    : (Object.values(atsImports).find(({ origin }) => origin === integration)?.title ?? integration);
