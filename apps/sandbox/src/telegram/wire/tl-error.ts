export class TlError extends Error {}
