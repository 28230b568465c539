/** Fields of the connect form, in their order. */
export const credentialFields = ['email', 'client_id', 'client_secret', 'access_token'] as const;
export type CredentialField = (typeof credentialFields)[number];

export interface AtsVendor {
  /** Name of the product, the same in all languages. */
  title: string;
  fields: readonly CredentialField[];
  /** ATS-055 */
  hasProspects: boolean;
  /** ATS-058 */
  hasUpdates: boolean;
  /** Users enter the address of the webhooks at the vendor. */
  hasManualWebhook: boolean;
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
    hasManualWebhook: true,
    help: 'https://harvestdocs.greenhouse.io/docs/authentication',
  },
} as const satisfies Record<string, AtsVendor>;

export type AtsVendorName = keyof typeof atsVendors;
export const atsVendorNames = Object.keys(atsVendors) as AtsVendorName[];

export const isAtsVendor = (name: string): name is AtsVendorName => Object.hasOwn(atsVendors, name);
