/** CONT-001, CONT-002 */
export const contactTypes = ['phone', 'email', 'skype', 'icq', 'telegram', 'link'] as const;
