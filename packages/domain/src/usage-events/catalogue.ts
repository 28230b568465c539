import type { EventLocation, PropertyName, PropertyValue } from './properties.ts';

interface EventType {
  /** Fixed place. Without it, the sender names the place or it is derived from the path. */
  location?: EventLocation;
  properties?: readonly PropertyName[];
  optional?: readonly PropertyName[];
}

const folder = { location: 'Folders', properties: ['Folder_Id'] } as const;
const mailing = { location: 'Messaging', properties: ['Mailing_List_Id', 'Mailing_List_Status'] } as const;
const followUp = { location: 'Messaging', properties: ['Messages_Count'] } as const;
const statistics = { location: 'Statistics', properties: ['Category'] } as const;

/** EVT-032 to EVT-049. Names are 'Area: Action'; properties hold no names, e-mails or phones (DEC-11). */
const catalogue = {
  'Folder: Create': { ...folder, optional: ['Access_Type'] },
  'Folder: Edit': { ...folder, optional: ['Access_Type'] },
  'Folder: Archive': folder,
  'Folder: Unarchive': folder,
  'Folder: Delete': folder,
  'Folder: Select': folder,
  'Folder: Move': { ...folder, properties: ['Folder_Id', 'Profiles_Count'] },
  'Folder: Copy': { ...folder, properties: ['Folder_Id', 'Profiles_Count'] },
  'Candidate: Change Status': {
    properties: ['Profiles_Count', 'Status_Id_After', 'Status_Name_After'],
    /** Omitted if the candidates had different statuses. */
    optional: ['Status_Id_Before', 'Status_Name_Before'],
  },
  'Mailing List: Open': mailing,
  'Mailing List: Manage': mailing,
  'Mailing List: Start': { ...mailing, properties: [...mailing.properties, 'Is_Delayed', 'Is_Status_Changing', 'Is_Mass_Mailing'] },
  'Mailing List: Stop': mailing,
  'Mailing List: Delete': mailing,
  'Mailing List: Preview': mailing,
  'Mailing List: Expand': mailing,
  'Mailing List: Collapse': mailing,
  'Mailing List: Filter Recipients': mailing,
  'Mailing List: Delete Recipient': { ...mailing, properties: [...mailing.properties, 'Profiles_Count'] },
  'Sequences: Open': { location: 'Messaging' },
  'Sequences: Manage': mailing,
  'Sequences: Enroll': { ...mailing, properties: ['Mailing_List_Id', 'Profiles_Count'] },
  'Follow-Up: Add': followUp,
  'Follow-Up: Delete': followUp,
  'Follow-Up: Change Condition': { ...followUp, properties: ['Messages_Count', 'Days_Count'] },
  'Login: Request Demo': { location: 'Login' },
  'Login: Install Extension': { location: 'Login' },
  'Statistics: Tab': statistics,
  'Statistics: Legend': { ...statistics, properties: ['Category', 'Is_Checked'] },
  'Statistics: Settings': statistics,
  'Statistics: Export': statistics,
  'Statistics: Queries': statistics,
  'Statistics: Views': statistics,
  'Statistics: Filter': statistics,
  'Contact: Open': {
    properties: ['Profile_Id', 'Contact_Opens_Count'],
    optional: ['Contact_Type', 'Is_Recommended_Profile', 'Is_MLTR_Profile'],
  },
  'Profile: Open': { properties: ['Profile_Id', 'Opener_Source'], optional: ['Is_MLTR_Profile'] },
  'Profile: Create': { properties: ['Profile_Create_Type'] },
  'File: Upload': { properties: ['File_Upload_Type', 'Attachments_Count'] },
  'Message: Open Editor': { properties: ['Message_Editor_Type'] },
  'Smart Folder: Save': { location: 'Search', properties: ['Smart_Folder_Type'] },
  'Facet: Select': {
    location: 'Search',
    properties: ['Facet_ID', 'Is_Checked', 'Is_Excluded', 'Search_Form_Type'],
    optional: ['Filter_Value'],
  },
} as const satisfies Record<string, EventType>;

type Events = typeof catalogue;
export type UsageEventName = keyof Events;
export const usageEventNames = Object.keys(catalogue) as UsageEventName[];
export const usageEventTypes: Readonly<Record<UsageEventName, EventType>> = catalogue;

type Required<Name extends UsageEventName> = Events[Name] extends { properties: readonly (infer Property extends PropertyName)[] }
  ? Property
  : never;
type Optional<Name extends UsageEventName> = Events[Name] extends { optional: readonly (infer Property extends PropertyName)[] }
  ? Property
  : never;

export type UsageEventProperties<Name extends UsageEventName> = { [Property in Required<Name>]: PropertyValue<Property> } & {
  [Property in Optional<Name>]?: PropertyValue<Property> | undefined;
} & { Location?: EventLocation };
