/**
 * Sends a request as `fetch` does, and tells how much of it has left, from 0 to 1: `fetch` itself cannot say. Throws a
 * TypeError when the server is out of reach and an AbortError when the signal says so.
 */
export function sendWithProgress(
  address: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.withCredentials = true;
    request.responseType = 'blob';
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError('the server could not be reached')));
    request.addEventListener('abort', () => reject(new DOMException('the request was given up', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    if (signal?.aborted) reject(new DOMException('the request was given up', 'AbortError'));
    else request.send(body as XMLHttpRequestBodyInit | null);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return new Response(request.response as Blob, { status: request.status, statusText: request.statusText, headers });
}
