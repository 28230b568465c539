export const notificationStates = ['shown', 'scheduled', 'ended', 'off'] as const;
export const showFormats = ['short', 'full'] as const;
export const notificationTypes = ['maintenance', 'other'] as const;
export const notificationRegions = ['russia', 'rest'] as const;
