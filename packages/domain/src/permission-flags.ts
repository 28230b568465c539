/** ROLE-052 */
export interface Permissions {
  personal_info: boolean;
  contacts: boolean;
  tags: boolean;
  resumes: boolean;
  change_candidate: boolean;
  comments: boolean;
  export_csv: boolean;
  export_ats: boolean;
  messaging_info: boolean;
  messaging_messages: boolean;
}

/** ROLE-043 to ROLE-048 */
export const hiringManagerSections = ['personal_info', 'contacts', 'resumes', 'tags', 'comments', 'change_candidate'] as const;
export type HiringManagerAccess = Pick<Permissions, (typeof hiringManagerSections)[number]>;
