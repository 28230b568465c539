/** ACT-004: the part of the product that was used. */
export const systemParts = ['search', 'extension', 'messaging', 'api'] as const;
