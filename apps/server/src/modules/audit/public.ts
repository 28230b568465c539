export { recordExport, recordFailedSignIn } from './note.ts';
export { insertProfileEntry } from './store.ts';
