/** Fields of the connect form, in their order. */
export const credentialFields = ['email', 'client_id', 'client_secret', 'access_token', 'webhook_key'] as const;
export type CredentialField = (typeof credentialFields)[number];

export interface AtsVendor {
  /** Name of the product, the same in all languages. */
  title: string;
  fields: readonly CredentialField[];
  /** ATS-055 */
  hasProspects: boolean;
  /** ATS-058 */
  hasUpdates: boolean;
  /** Users enter the address of the webhooks at the vendor. `own_key`: the vendor makes the key of their signatures. */
  manualWebhook: 'our_key' | 'own_key' | null;
  /** Page of the vendor about the credentials. */
  help: string;
}

/** Applicant-tracking systems with an adapter. ATS-056 */
export const atsVendors = {
  greenhouse: {
    title: 'Greenhouse',
    fields: ['email', 'client_id', 'client_secret', 'access_token'],
    hasProspects: true,
    hasUpdates: true,
    manualWebhook: 'our_key',
    help: 'https://harvestdocs.greenhouse.io/docs/authentication',
  },
  teamtailor: {
    title: 'Teamtailor',
    fields: ['email', 'access_token', 'webhook_key'],
    hasProspects: true,
    hasUpdates: true,
    manualWebhook: 'own_key',
    help: 'https://docs.teamtailor.com/#authentication',
  },
} as const satisfies Record<string, AtsVendor>;

export type AtsVendorName = keyof typeof atsVendors;
export const atsVendorNames = Object.keys(atsVendors) as AtsVendorName[];

export const isAtsVendor = (name: string): name is AtsVendorName => Object.hasOwn(atsVendors, name);

/** COMP-028: a company with all systems. */
export const allAtsFeatures = Object.fromEntries(atsVendorNames.map((name) => [`integrates_${name}`, true])) as Record<
  `integrates_${AtsVendorName}`,
  true
>;
