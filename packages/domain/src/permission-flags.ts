/** ROLE-052: what a person may see of profiles and do with them. */
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

/** The six toggles of a hiring manager (ROLE-043 to ROLE-048), in the order that they are shown in. */
export const hiringManagerSections = ['personal_info', 'contacts', 'resumes', 'tags', 'comments', 'change_candidate'] as const;
export type HiringManagerAccess = Pick<Permissions, (typeof hiringManagerSections)[number]>;
