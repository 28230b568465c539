export { bytesOfDialogs, deleteFileRows, deleteTelegramFiles, shareLockFile, moveTelegramFiles } from '../store.ts';
