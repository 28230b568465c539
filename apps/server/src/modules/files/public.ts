export { attachBytes } from './attach-bytes.ts';
export { cleanName } from './check-upload.ts';
export type { StoredFile, StoredImage } from './read-images.ts';
export { requireMessageFiles } from './message-files.ts';
export { messageMediaType } from './message-media-type.ts';
export { saveImportedResume } from './save-imported-resume.ts';
export type { ReadFile } from './actions.ts';
export {
  attachToProfile,
  detachAll,
  detachCreated,
  detachFiles,
  type FileRow,
  findFile,
  insertFile,
  listAttached,
  markUpload,
  profileOfContent,
} from './store.ts';
export type { FileTables } from './tables.ts';
