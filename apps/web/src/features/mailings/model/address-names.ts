/** The parts of an address that say what of a mailing or a sequence is shown. */
export const addressNames = ['tab', 'list', 'recipient', 'status', 'search', 'page'] as const;
export type AddressParameters = Partial<Record<(typeof addressNames)[number], string>>;
