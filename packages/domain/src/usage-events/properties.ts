import { contactTypes } from '../profiles/contact-types.ts';
import { facets, facetTypes } from '../query/facets.ts';
import { generalItems } from '../query/general-facet.ts';

/** EVT-015 */
export const eventLocations = [
  'Search',
  'Folders',
  'Full Profile',
  'Short Profile',
  'Statistics',
  'Home',
  'Messaging',
  'Side Menu',
  'ATS',
  'Login',
  'Apps',
  'Extension',
] as const;
export type EventLocation = (typeof eventLocations)[number];

/** EVT-016 to EVT-020: these differ from the constants. */
export const pathLocations = ['sequences', 'messaging', 'Folders', 'search', ''] as const;
export type PathLocation = (typeof pathLocations)[number];

export function locationOfPath(path: string): PathLocation {
  if (path.includes('messaging/sequences')) return 'sequences';
  if (path.includes('messaging')) return 'messaging';
  if (path.includes('folders')) return 'Folders';
  return /^\/?(?:[?#].*)?$/s.test(path) ? 'search' : '';
}

/** EVT-021 to EVT-024 */
export const openerSources = ['Extension', 'Search', 'Folders', 'Direct link'] as const;
export type OpenerSource = (typeof openerSources)[number];

const openerPrefixes = { ext: 'Extension', search: 'Search', folder: 'Folders' } as const;

/** Undefined: another prefix. */
export function openerSourceOf(identifier: string): OpenerSource | undefined {
  if (identifier === '') return 'Direct link';
  return Object.entries(openerPrefixes).find(([prefix]) => identifier.startsWith(prefix))?.[1];
}

/** EVT-013 */
export const searchFormType = 'v2';
/** EVT-028 */
export const smartFolderTypes = ['Current Folder', 'New Folder', 'Other Folder'] as const;
/** EVT-029 */
export const profileCreateTypes = ['File Click', 'File DnD', 'Form'] as const;
/** EVT-030 */
export const messageEditorTypes = ['Message', 'Template', 'Signature', 'Notification'] as const;
/** EVT-031 */
export const fileUploadTypes = ['Click', 'DnD'] as const;
/** EVT-026 */
export const eventContactTypes = contactTypes.filter((type) => type !== 'link');
/** EVT-027, ATS-010 */
export const eventVendors = [
  'lever',
  'greenhouse',
  'greenhouse_import',
  'smartrecruiters',
  'smartrecruiters_import',
  'teamtailor',
  'workable',
  'huntflow_import',
] as const;
/** EVT-048 */
export const mailingStatuses = ['draft', 'pending', 'sending', 'stopped', 'finished'] as const;

export const statisticsSections = ['Search', 'Pipeline', 'Messaging'] as const;

/** `label`: a short text of the company, such as the name of a status. It cannot hold a contact. */
export type PropertyKind = 'id' | 'count' | 'flag' | 'label' | readonly string[];

/** Values of fixed lists only: a company, school or place could identify a candidate. */
export const filterValues: readonly string[] = [
  ...new Set([...generalItems, ...facets.flatMap((facet) => [...(facetTypes[facet].only ?? []), ...(facetTypes[facet].always ?? [])])]),
];

/** EVT-025 */
export const sharedProperties = {
  Location: [...eventLocations, ...pathLocations.filter((location) => location !== 'Folders')],
  Category: statisticsSections,
  Access_Type: ['public', 'private'],
  Profile_Id: 'id',
  Profiles_Count: 'count',
  Is_Recommended_Profile: 'flag',
  Is_MLTR_Profile: 'flag',
  Search_Form_Type: [searchFormType],
  Is_Mass_Mailing: 'flag',
  Contact_Type: eventContactTypes,
  Vendor: eventVendors,
  Facet_ID: facets,
  Filter_Value: filterValues,
  Is_Excluded: 'flag',
  Is_Checked: 'flag',
  Attachments_Count: 'count',
  Messages_Count: 'count',
} as const satisfies Record<string, PropertyKind>;

/** Properties of single events. */
export const ownProperties = {
  Contact_Opens_Count: 'count',
  Opener_Source: openerSources,
  Smart_Folder_Type: smartFolderTypes,
  Profile_Create_Type: profileCreateTypes,
  Message_Editor_Type: messageEditorTypes,
  File_Upload_Type: fileUploadTypes,
  Folder_Id: 'id',
  Mailing_List_Id: 'id',
  Status_Id_Before: 'id',
  Status_Name_Before: 'label',
  Status_Id_After: 'id',
  Status_Name_After: 'label',
  Mailing_List_Status: mailingStatuses,
  Is_Delayed: 'flag',
  Is_Status_Changing: 'flag',
  Days_Count: 'count',
} as const satisfies Record<string, PropertyKind>;

export const propertyKinds = { ...sharedProperties, ...ownProperties };
export type PropertyName = keyof typeof propertyKinds;

type ValueOf<Kind extends PropertyKind> = Kind extends readonly (infer Choice)[]
  ? Choice
  : Kind extends 'flag'
    ? boolean
    : Kind extends 'label'
      ? string
      : number;
export type PropertyValue<Name extends PropertyName> = ValueOf<(typeof propertyKinds)[Name]>;
