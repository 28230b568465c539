/** Extensions of files that people are imported from, on the screens and by the import command. README and docs/OPERATIONS.md name the same. */
export const resumeFileTypes = ['pdf', 'docx', 'doc', 'rtf', 'odt', 'txt', 'ods', 'csv'] as const;
export type ResumeFileType = (typeof resumeFileTypes)[number];

/** For the `accept` of a file field. */
export const acceptedResumes = resumeFileTypes.map((type) => `.${type}`).join(',');

export const resumeTypeNames = resumeFileTypes.map((type) => type.toUpperCase());
