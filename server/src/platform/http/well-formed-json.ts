import type { FastifyInstance } from 'fastify';

/** Escapes of JSON in their order: a pair of surrogates, half of one (kept apart), or any other. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g;
const anySurrogate = /\\u[dD][89a-fA-F]/;

/**
 * JSON whose texts are all well-formed: half of a pair, as a text that was cut in the middle of an emoji ends with, becomes
 * U+FFFD. Only an escape can bring it, and no column of JSON takes it.
 */
export function wellFormedJson(json: string): string {
  if (!anySurrogate.test(json)) return json;
  return json.replace(escapes, (escape, half?: string) => (half === undefined ? escape : '\\ufffd'));
}

/** Reads every body of JSON as the framework does, and well-formed. */
export function readWellFormedJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, wellFormedJson(body), done),
  );
}
