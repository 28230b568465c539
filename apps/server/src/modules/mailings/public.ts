export { mailingListsOf } from './actions/lists-of-folders.ts';
export { recipientsOfList } from './actions/recipients-of-list.ts';
export { startPlanner } from './planner/planner.ts';
export type { MailingServices } from './services.ts';
