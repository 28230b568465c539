const maxBytes = 16 * 1024;

export function messageIdIn(raw: Uint8Array): string | null {
  const begin = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, maxBytes)).toString('latin1');
  return /^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,998}>)/im.exec(begin)?.[1] ?? null;
}
