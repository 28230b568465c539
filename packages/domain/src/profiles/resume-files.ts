/** README and docs/operations/deploy.md list the same. */
export const resumeFileTypes = ['pdf', 'docx', 'doc', 'rtf', 'odt', 'txt', 'ods', 'csv'] as const;
export type ResumeFileType = (typeof resumeFileTypes)[number];

export const acceptedResumes = resumeFileTypes.map((type) => `.${type}`).join(',');

export const resumeTypeNames = resumeFileTypes.map((type) => type.toUpperCase());
