type Answer = (address: string, request: RequestInit) => Promise<Response>;

/** The part of `XMLHttpRequest` that an upload uses, over a fake server: half of the body leaves, then all, then the answer comes. */
export function fakeXMLHttpRequest(answer: Answer): typeof XMLHttpRequest {
  class FakeXMLHttpRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly #headers = new Headers();
    #method = 'GET';
    #address = '';
    #isAborted = false;
    #answerHeaders = new Headers();
    status = 0;
    statusText = '';
    response: Blob | null = null;
    responseType = '';
    withCredentials = false;

    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    getAllResponseHeaders(): string {
      return [...this.#answerHeaders].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }

    abort(): void {
      this.#isAborted = true;
      this.dispatchEvent(new Event('abort'));
    }

    send(body: BodyInit | null): void {
      for (const loaded of [50, 100]) this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 }));
      this.#finish(body).catch(() => this.dispatchEvent(new Event('error')));
    }

    async #finish(body: BodyInit | null): Promise<void> {
      const response = await answer(this.#address, {
        method: this.#method,
        headers: this.#headers,
        credentials: this.withCredentials ? 'include' : 'same-origin',
        body,
      });
      if (this.#isAborted) return;
      this.status = response.status;
      this.#answerHeaders = response.headers;
      this.response = await response.blob();
      this.dispatchEvent(new Event('load'));
    }
  }
  return FakeXMLHttpRequest as unknown as typeof XMLHttpRequest;
}
