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

/** The six toggles of a hiring manager (ROLE-043 to ROLE-048). */
export type HiringManagerAccess = Pick<Permissions, 'contacts' | 'tags' | 'resumes' | 'change_candidate' | 'comments' | 'personal_info'>;
