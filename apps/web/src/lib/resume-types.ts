import { resumeTypeNames } from '@headwater/domain/profiles/resume-files';

/** "PDF, DOCX or CSV". */
export const listResumeTypes = (language: string): string => new Intl.ListFormat(language, { type: 'disjunction' }).format(resumeTypeNames);
