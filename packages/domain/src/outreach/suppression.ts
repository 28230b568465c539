export const suppressionReasons = ['unsubscribed', 'bounce', 'complaint', 'manual'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
