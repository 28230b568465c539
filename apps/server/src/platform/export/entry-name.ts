/** Name in an archive: starts with a number and replaces characters that file systems forbid. */
export const entryName = (folder: string, number: number, name: string) =>
  `${folder}/${number} ${name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').slice(-100)}`;
