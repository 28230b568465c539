export { linkFileOf, mountLinkedFiles } from './linked-files.ts';
export { readAllHandler, readPeopleHandler, refreshPeople } from './refresh-people.ts';
export { sendJob } from './send/send-job.ts';
export { accountOf, clientOf } from './services.ts';
export { atsMergeStep, isInAts, type LinkRow, listLinksOfProfile, saveImportedLink } from './store/links.ts';
