/** The name that the server gave to a file, or the other one. */
const nameIn = (header: string | null, otherwise: string) =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(header ?? '')?.[1] ?? otherwise);

/** Saves what a call has answered, under the name that the server gives it. */
export async function saveFile(answer: Response, otherwise: string): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameIn(answer.headers.get('content-disposition'), otherwise);
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
