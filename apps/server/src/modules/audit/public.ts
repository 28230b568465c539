export { noteExport, noteFailedSignIn } from './note.ts';
