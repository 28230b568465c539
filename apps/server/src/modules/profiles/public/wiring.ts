// Names that only the composition root uses.
export { withoutBannedLinksOf } from '../actions/banned-links.ts';
export { contactsAreOpen } from '../actions/contacts.ts';
export type { CreationServices } from '../actions/read-upload.ts';
export { creationJobs, recordChanges } from '../creation-jobs.ts';
export { createMailDomains } from '../mail-domains.ts';
export { deleteGuessesHandler, refreshKeysHandler } from '../refresh-keys.ts';
export { visibleProfileIds } from '../store/read.ts';
