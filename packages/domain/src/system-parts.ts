/** ACT-004 */
export const systemParts = ['search', 'extension', 'messaging', 'api'] as const;
