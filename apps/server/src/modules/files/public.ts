export { cleanName } from './bytes.ts';
export { imageReader, type StoredImage } from './read-images.ts';
export { keepResume } from './keep-resume.ts';
export { type FileRow, findFile, insertFile, listAttached } from './store.ts';
