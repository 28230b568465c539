import { useQuery } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

const ownImage = /(<img\b[^>]*\ssrc=")(\/api\/files\/v1\/\d+\/download\/)"/g;

async function dataAddress(path: string): Promise<string> {
  const blob = await (await request(path)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('the image cannot be read')));
    // The response has no image type. Browsers detect it from the bytes.
    reader.readAsDataURL(new Blob([blob], { type: 'image/png' }));
  });
}

/** Inlines the images. The preview frame has another origin and cannot fetch them. */
async function withImages(html: string): Promise<string> {
  const paths = [...new Set([...html.matchAll(ownImage)].map((match) => match[2] ?? ''))];
  const images = new Map(await Promise.all(paths.map(async (path) => [path, await dataAddress(path).catch(() => '')] as const)));
  return html.replace(ownImage, (_tag, before: string, path: string) => `${before}${images.get(path) ?? ''}"`);
}

/** Until the images are loaded, the frame must not request them. */
const withoutImages = (html: string) =>
  html.replace(ownImage, `$1data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="`);

export function usePreviewHtml(html: string): string {
  return (
    useQuery({ queryKey: ['preview-images', html], queryFn: () => withImages(html), staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 })
      .data ?? withoutImages(html)
  );
}
