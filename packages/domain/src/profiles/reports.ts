/** PEDT-023 */
export const reportReasons = ['wrong_contacts', 'wrong_merge', 'outdated', 'not_a_person', 'delete_on_request', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
export const reportStates = ['open', 'resolved'] as const;
