/**
 * An expected outcome that is not the wished one. Thrown where the fact is known, turned into an HTTP answer once, in
 * `platform/http`. The code must be one that the route declares.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;

  constructor(code: string, params: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
  }
}

/** Makes a refusal: `throw refuse('SURVEY_NOT_PUBLISHED')`. */
export function refuse(code: string, params?: Readonly<Record<string, unknown>>): Refusal {
  return new Refusal(code, params);
}
