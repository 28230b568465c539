export { deleteDetachedFiles, deleteFilesOf, deleteUploadsOf } from '../store.ts';
