const maxBytes = 16 * 1024;

/** The Message-ID of a message that nobody could read, for whoever looks for it; null where it does not stand near its beginning. */
export function messageIdIn(raw: Uint8Array): string | null {
  const begin = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, maxBytes)).toString('latin1');
  return /^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,998}>)/im.exec(begin)?.[1] ?? null;
}
