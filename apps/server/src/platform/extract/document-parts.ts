import { unzipSync } from 'fflate';
import { ExtractError } from './outcome.ts';

/** Resumes have less than one; 500 kB can unpack to gigabytes. */
export const maxUnpackedMegabytes = 8;

const isMedia = (name: string) =>
  /\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|wdp|webp|odttf|ttf|otf|fntdata|bin|ole|docx?|xlsx?|pptx?|pdf)$/i.test(name);

/** Throws ExtractError if the parts are too large together. */
export function textPartsOf(bytes: Buffer, isWanted: (name: string) => boolean = (name) => !isMedia(name)): Record<string, Uint8Array> {
  let left = maxUnpackedMegabytes * 1024 ** 2;
  return unzipSync(new Uint8Array(bytes), {
    filter({ name, originalSize }) {
      if (!isWanted(name)) return false;
      left -= originalSize;
      if (left < 0) throw new ExtractError('unpacks_large');
      return true;
    },
  });
}
