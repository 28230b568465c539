/** FLT-018 */
export const generalItems = [
  'views',
  'shown',
  'folders',
  'contacted',
  'extViewed',
  'smartrecruiters',
  'huntflow',
  'huntflowInWork',
  'remote',
  'isFreelancer',
  'isFrequentJobChanger',
  'greenhouse',
  'greenhouseInWork',
  'workable',
  'workableInWork',
  'commentDays',
  'excludeMultipleLocations',
  'hasComment',
  'mltrDays',
  'mltr',
] as const;
export type GeneralItem = (typeof generalItems)[number];

/** FLT-033 */
export const viewsChoices = ['views', 'shown', 'folders', 'contacted'] as const;
export const isViewsChoice = (id: string) => (viewsChoices as readonly string[]).includes(id);
export const isGeneralItem = (id: string): id is GeneralItem => (generalItems as readonly string[]).includes(id);

/** FLT-034 */
export const defaultDays = 30;
const withDays: readonly string[] = ['views', 'shown', 'contacted', 'extViewed', 'mltrDays', 'commentDays'];
export const takesDays = (id: string) => withDays.includes(id);

/** SMF-006 */
export const doneBy = ['user', 'company', 'folder'] as const;
export type DoneBy = (typeof doneBy)[number];

export interface FilterViewer {
  role: string;
  company: {
    enable_mltr: boolean;
    mltr_days_filter: boolean;
    comment_days_filter: boolean;
    remote_filter: boolean;
    linkedin_filter: boolean;
    activity_filters: boolean;
    messaging: boolean;
    filters: { gender: boolean; diversity: boolean; age: boolean };
  };
  social_accounts: { smartrecruiters_import: boolean; huntflow_import: boolean; greenhouse_import: boolean; workable: boolean };
}

const rules: Partial<Record<GeneralItem, (viewer: FilterViewer) => boolean>> = {
  mltrDays: ({ company, role }) => (company.enable_mltr && company.mltr_days_filter) || role === 'super_user',
  mltr: ({ company }) => company.enable_mltr && !company.mltr_days_filter,
  commentDays: ({ company }) => company.comment_days_filter,
  remote: ({ company }) => company.remote_filter,
  extViewed: ({ company }) => company.linkedin_filter,
  smartrecruiters: ({ social_accounts }) => social_accounts.smartrecruiters_import,
  huntflow: ({ social_accounts }) => social_accounts.huntflow_import,
  huntflowInWork: ({ social_accounts }) => social_accounts.huntflow_import,
  greenhouse: ({ social_accounts }) => social_accounts.greenhouse_import,
  greenhouseInWork: ({ social_accounts }) => social_accounts.greenhouse_import,
  workable: ({ social_accounts }) => social_accounts.workable,
  workableInWork: ({ social_accounts }) => social_accounts.workable,
  views: ({ company }) => company.activity_filters,
  shown: ({ company }) => company.activity_filters,
  folders: ({ company }) => company.activity_filters,
  contacted: ({ company }) => company.activity_filters && company.messaging,
};

/** FLT-020 to FLT-032 */
export const visibleGeneralItems = (viewer: FilterViewer): GeneralItem[] => generalItems.filter((item) => rules[item]?.(viewer) ?? true);
