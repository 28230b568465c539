/** Invalid TL, or data beyond its declared length. */
export class TlError extends Error {}
