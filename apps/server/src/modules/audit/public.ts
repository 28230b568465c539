export { noteExport, noteFailedSignIn } from './note.ts';
export { insertProfileEntry } from './store.ts';
