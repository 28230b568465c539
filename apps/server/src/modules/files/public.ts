export { keepResume } from './keep-resume.ts';
export { type FileRow, listAttached } from './store.ts';
