export { noteExport, noteFailedSignIn } from './note.ts';
export { insertForeignView } from './store.ts';
