export const companyExportFailures = ['space', 'too_large', 'unexpected'] as const;
export type CompanyExportFailure = (typeof companyExportFailures)[number];
