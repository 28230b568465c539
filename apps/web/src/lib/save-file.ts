const nameIn = (header: string | null, otherwise: string) =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(header ?? '')?.[1] ?? otherwise);

async function bytesOf(answer: Response, onPiece: (piece: Uint8Array) => void): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value);
    onPiece(read.value);
  }
  return new Blob(pieces, { type: answer.headers.get('content-type') ?? '' });
}

export async function saveFile(answer: Response, otherwise: string, onPiece?: (piece: Uint8Array) => void): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await (onPiece ? bytesOf(answer, onPiece) : answer.blob()));
  link.download = nameIn(answer.headers.get('content-disposition'), otherwise);
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
