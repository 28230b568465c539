/** Characters that a file system refuses become spaces. */
export const fileNameOf = (title: string, type: string): string => `${title.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()}.${type}`;
