const password = 'Demo-Headwater-1';
/** The server compares the cookie with the header; any value is accepted. */
const csrf = 'journeys';

export interface Cookie {
  name: string;
  value: string;
}

/** Signs in a user of the demo and returns the session cookies. */
export async function signIn(base: string, email: string): Promise<Cookie[]> {
  const headers = { 'content-type': 'application/json', 'x-csrftoken': csrf, cookie: `csrftoken=${csrf}` };
  const answer = await fetch(`${base}/api/v6/login/`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  if (!answer.ok) throw new Error(`Sign-in of ${email}: ${answer.status} ${await answer.text()}`);
  const received = answer.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });
  return [{ name: 'csrftoken', value: csrf }, ...received.filter(({ name }) => name !== 'csrftoken')];
}

/** Returns a function that calls the API of a product as a user of the demo. */
export async function callAs(base: string, email: string) {
  const cookies = await signIn(base, email);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { 'content-type': 'application/json', 'x-csrftoken': csrf, cookie };
  return (path: string, init: RequestInit = {}) => fetch(`${base}${path}`, { ...init, headers });
}
