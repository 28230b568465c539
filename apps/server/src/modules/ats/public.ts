export { linkFileOf, mountLinkedFiles } from './linked-files.ts';
export { readAllHandler, readPeopleHandler, refreshPeople } from './refresh-people.ts';
export { sendJob } from './send/send-job.ts';
export { atsMergeStep, isInAts, saveImportedLink } from './store/links.ts';
