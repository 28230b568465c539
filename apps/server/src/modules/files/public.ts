export { attachBytes } from './attach-bytes.ts';
export { cleanName } from './check-upload.ts';
export { fileReader, imageReader, type StoredFile, type StoredImage } from './read-images.ts';
export { requireMessageFiles } from './message-files.ts';
export { messageMediaType } from './message-media-type.ts';
export { saveImportedResume } from './save-imported-resume.ts';
export { readFileOf, type ReadFile } from './actions.ts';
export {
  attachToProfile,
  bytesOfDialogs,
  deleteFileRows,
  deleteDetachedFiles,
  deleteFilesOf,
  deleteTelegramFiles,
  deleteUploadsOf,
  detachCreated,
  detachFiles,
  type FileRow,
  findFile,
  shareLockFile,
  insertFile,
  listAttached,
  markUpload,
  moveFiles,
  moveTelegramFiles,
  profileOfContent,
} from './store.ts';
export type { FileTables } from './tables.ts';
