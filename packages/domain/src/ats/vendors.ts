/** Fields of the connect forms. */
export const credentialFields = ['subdomain', 'email', 'client_id', 'client_secret', 'access_token', 'webhook_key'] as const;
export type CredentialField = (typeof credentialFields)[number];

export interface FormField {
  name: CredentialField;
  /** Vendors have other words for the same field. */
  label: CredentialField | 'api_key';
  hint: 'acts_as' | 'all_features' | 'shown_once' | 'instead_of_client' | 'admin_key' | 'webhook_key' | 'subdomain' | null;
}

export interface AtsVendor {
  /** Name of the product, the same in all languages. */
  title: string;
  /** Fields of the form with keys, in order. Empty: only the consent page connects. */
  fields: readonly FormField[];
  /** ATS-025: fields before the consent page of the vendor. Null: the vendor has no such page. */
  consent: readonly FormField[] | null;
  /** ROLE-030 */
  onlyAdmins: boolean;
  /** ATS-055 */
  hasProspects: boolean;
  /** ATS-058 */
  hasUpdates: boolean;
  /** ATS-053, ATS-054: writes name a user of the vendor, whom the company chooses. */
  hasUsers: boolean;
  /** Users enter the address of the webhooks at the vendor. `own_key`: the vendor makes the key of their signatures. */
  manualWebhook: 'our_key' | 'own_key' | null;
  /** Page of the vendor about the credentials. */
  help: string;
}

/** Applicant-tracking systems with an adapter. ATS-056 */
export const atsVendors = {
  greenhouse: {
    title: 'Greenhouse',
    fields: [
      { name: 'email', label: 'email', hint: 'acts_as' },
      { name: 'client_id', label: 'client_id', hint: 'all_features' },
      { name: 'client_secret', label: 'client_secret', hint: 'shown_once' },
      { name: 'access_token', label: 'access_token', hint: 'instead_of_client' },
    ],
    consent: null,
    onlyAdmins: false,
    hasProspects: true,
    hasUpdates: true,
    hasUsers: false,
    manualWebhook: 'our_key',
    help: 'https://harvestdocs.greenhouse.io/docs/authentication',
  },
  lever: {
    title: 'Lever',
    fields: [{ name: 'access_token', label: 'api_key', hint: 'admin_key' }],
    consent: [],
    onlyAdmins: false,
    hasProspects: true,
    hasUpdates: false,
    hasUsers: true,
    manualWebhook: null,
    help: 'https://hire.lever.co/developer/documentation#authentication',
  },
  smartrecruiters: {
    title: 'SmartRecruiters',
    fields: [{ name: 'access_token', label: 'api_key', hint: 'admin_key' }],
    consent: [],
    onlyAdmins: true,
    hasProspects: false,
    hasUpdates: false,
    hasUsers: false,
    manualWebhook: null,
    help: 'https://developers.smartrecruiters.com/docs/authentication',
  },
  teamtailor: {
    title: 'Teamtailor',
    fields: [
      { name: 'email', label: 'email', hint: 'acts_as' },
      { name: 'access_token', label: 'api_key', hint: 'admin_key' },
      { name: 'webhook_key', label: 'webhook_key', hint: 'webhook_key' },
    ],
    consent: null,
    onlyAdmins: false,
    hasProspects: true,
    hasUpdates: true,
    hasUsers: false,
    manualWebhook: 'own_key',
    help: 'https://docs.teamtailor.com/#authentication',
  },
  workable: {
    title: 'Workable',
    fields: [
      { name: 'subdomain', label: 'subdomain', hint: 'subdomain' },
      { name: 'access_token', label: 'access_token', hint: 'admin_key' },
    ],
    consent: [{ name: 'subdomain', label: 'subdomain', hint: 'subdomain' }],
    onlyAdmins: false,
    hasProspects: false,
    hasUpdates: false,
    hasUsers: true,
    manualWebhook: null,
    help: 'https://workable.readme.io/',
  },
} as const satisfies Record<string, AtsVendor>;

export type AtsVendorName = keyof typeof atsVendors;
export const atsVendorNames = Object.keys(atsVendors) as AtsVendorName[];

type Vendors = typeof atsVendors;
export type ConsentVendor = { [Name in AtsVendorName]: Vendors[Name]['consent'] extends null ? never : Name }[AtsVendorName];
/** ATS-009: vendors that `/{vendor}/set` serves. */
export const consentVendors = atsVendorNames.filter((name) => atsVendors[name].consent !== null) as ConsentVendor[];

export type UserVendor = { [Name in AtsVendorName]: Vendors[Name]['hasUsers'] extends true ? Name : never }[AtsVendorName];
export const userVendors = atsVendorNames.filter((name) => atsVendors[name].hasUsers) as UserVendor[];

export const isAtsVendor = (name: string): name is AtsVendorName => Object.hasOwn(atsVendors, name);
export const isConsentVendor = (name: string): name is ConsentVendor => (consentVendors as string[]).includes(name);
export const isUserVendor = (name: string): name is UserVendor => (userVendors as string[]).includes(name);

export const byName = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

/** COMP-028: a company with all systems. */
export const allAtsFeatures = Object.fromEntries(atsVendorNames.map((name) => [`integrates_${name}`, true])) as Record<
  `integrates_${AtsVendorName}`,
  true
>;
