/** Content-Disposition (RFC 6266) with a file name in UTF-8, percent-encoded. */
export const attachment = (fileName: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
