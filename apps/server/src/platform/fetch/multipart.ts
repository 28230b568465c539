interface FilePart {
  field: string;
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Other fields of the form. */
  fields?: Readonly<Record<string, string>>;
}

/** Body of a form with one file (RFC 7578), with its header. */
export async function multipartOf({ field, name, mediaType, bytes, fields = {} }: FilePart) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set(field, new File([new Uint8Array(bytes)], name, { type: mediaType }));
  const encoded = new Response(form);
  return { headers: { 'content-type': encoded.headers.get('content-type') ?? '' }, body: new Uint8Array(await encoded.arrayBuffer()) };
}
